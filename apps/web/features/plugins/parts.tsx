import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { secretKeys, settingLabels, settingsSchema } from '@weft/kit/define/plugin.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { below, useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm, withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useMemo, useState } from 'react'
import { iconNamed } from '../workflows/icon-named.ts'
import type { PluginParts, pluginsPath, projectPluginsPath } from './plugin.ts'
import { deliveryTexts, texts } from './texts.ts'
import s from './plugins.module.css'

/** What a plugin brings, kind by kind. */
export function Parts({
  plugin: { workflow_elements, transformers, connectors, event_subscribers },
}: {
  plugin: PluginParts
}) {
  const t = useTexts(texts)
  const kinds = [
    { title: t.elements(), parts: workflow_elements },
    { title: t.transformers(), parts: transformers },
    { title: t.connectors(), parts: connectors },
  ].filter(({ parts }) => parts.length > 0)
  return (
    <>
      {kinds.map(({ title, parts }) => (
        <Panel key={title} title={title}>
          <ul className={s['parts']}>
            {parts.map(({ key, title, description, icon }) => {
              const Icon = iconNamed(icon)
              return (
                <li key={key}>
                  <Icon size={17} stroke={1.7} aria-hidden />
                  <span>
                    <b>{title}</b> <code className="mono">{key}</code>
                    <small>{description}</small>
                  </span>
                </li>
              )
            })}
          </ul>
        </Panel>
      ))}
      {event_subscribers.length > 0 && (
        <Panel title={t.subscribers()}>
          <ul className={s['parts']}>
            {event_subscribers.map(({ key, title, events }) => (
              <li key={key}>
                <span />
                <span>
                  <b>{title}</b>
                  <small>
                    {events.map((event) => (
                      <code key={event} className="mono">
                        {event}{' '}
                      </code>
                    ))}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

/** The form a plugin declares for its settings. */
export function PluginSettingsForm({
  plugin,
  save,
  disabled = false,
}: {
  plugin: Pick<PluginParts, 'setting_fields' | 'settings'>
  save: (settings: Record<string, unknown>) => Promise<unknown>
  disabled?: boolean
}) {
  const t = useTexts(texts)
  const { setting_fields, settings } = plugin
  const schema = useMemo(() => settingsSchema(setting_fields), [setting_fields])
  const secrets = secretKeys(setting_fields)
  const [value, setValue] = useState<Record<string, unknown>>(() => ({
    ...settings,
    ...Object.fromEntries(
      secrets.filter((name) => !(settings[name] as { set?: boolean } | undefined)?.set).map((name) => [name, '']),
    ),
  }))
  const { busy, errors, send } = useSubmit(below('settings'))
  const submit = () =>
    send(async () => {
      await save(withoutUntyped(value, secrets))
      toast({ title: t.saved(), tone: 'green' })
    })
  return (
    <div className="stack">
      <SettingsForm
        schema={schema}
        labels={settingLabels(setting_fields)}
        value={value}
        onChange={setValue}
        errors={errors}
        secrets={secrets}
        disabled={disabled}
      />
      {!disabled && (
        <div className="buttons">
          <Button loading={busy} onClick={() => void submit()}>
            {t.save()}
          </Button>
        </div>
      )}
    </div>
  )
}

const tones = { pending: 'blue', delivered: 'green', failed: 'red' } as const

type DeliveriesProps = { path: typeof pluginsPath | typeof projectPluginsPath; id: string; mayRepeat: boolean }

/** What subscribers were told lately, and how it went. */
export function Deliveries({ path, id, mayRepeat }: DeliveriesProps) {
  const t = useTexts(texts)
  const states = useTexts(deliveryTexts)
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: [path, id, 'deliveries'],
    refetchInterval: 10_000,
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/deliveries`, { perPage: 25 }, { signal, quiet: true }).then(({ data }) => data),
  })
  const again = async ({ id }: { id: string }) => {
    await api.post(`${path}/deliveries/${id}/again`)
    await refresh(path)
  }
  if (!data) return null
  return (
    <Panel title={t.log()} bleed>
      {data.length === 0 ? (
        <p className={s['nothing']}>{t.noLog()}</p>
      ) : (
        <SmallTable columns={[t.event(), t.when(), t.status(), t.tries(), t.said()]}>
          {data.map((one) => (
            <tr key={one.id}>
              <td>
                <Badge>{one.event}</Badge> {one.subscriber}
              </td>
              <td title={formats.exactTime(one.created_at)}>{formats.ago(one.created_at)}</td>
              <td>
                <StatusDot tone={tones[one.status]}>{states[one.status]()}</StatusDot>
              </td>
              <td>{one.tries}</td>
              <td>
                {one.error ?? one.log.map(({ message }) => message).join(' · ')}
                {one.status === 'failed' && mayRepeat && (
                  <Button size="compact-xs" variant="default" onClick={() => void again(one)}>
                    {t.again()}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}
