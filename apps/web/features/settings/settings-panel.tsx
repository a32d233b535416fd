import { Button } from '@mantine/core'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm, withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import s from '../tenants/tenants.module.css'

const texts = defineMessages({
  save: { en: 'Save', de: 'Speichern' },
})

type Values = Record<string, unknown>

/** A group of settings of the installation as a form: read, changed and saved as a whole. A secret that was not typed stays as it is. */
export function SettingsPanel({
  group,
  path = `/settings/${group.path}`,
  paired = false,
  readOnly = false,
  hide = [],
}: {
  group: SettingGroup
  path?: string
  paired?: boolean
  readOnly?: boolean
  /** Fields with a place of their own. */ hide?: readonly string[]
}) {
  const { schema, labels, secrets = [] } = group
  const t = useTexts(texts)
  const read = useLabel()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await api.send<Item<Values>>('GET', path, { signal })).body,
  })
  const [changed, setChanged] = useState<Values>()
  const { busy, errors, send } = useSubmit()
  useUnsavedGuard(changed !== undefined)
  if (!data) return null

  const save = () =>
    send(async () => {
      const body = Object.fromEntries(
        Object.entries(withoutUntyped(changed!, secrets)).filter(([key]) => key in schema.shape),
      )
      queries.setQueryData([path], (await api.send<Item<Values>>('PUT', path, { body })).body)
      setChanged(undefined)
      toastSaved(read(labels.title))
    })
  return (
    <Panel title={read(labels.title)}>
      {labels.help && (
        <p className="muted" style={{ margin: '0 0 14px' }}>
          {read(labels.help)}
        </p>
      )}
      <SettingsForm
        schema={schema}
        labels={labels.fields}
        value={changed ?? withoutUnset(data.data)}
        onChange={setChanged}
        errors={errors}
        secrets={secrets}
        hide={hide}
        paired={paired}
        disabled={readOnly}
      />
      {!readOnly && (
        <div className={s['buttons']}>
          <Button loading={busy} disabled={changed === undefined} onClick={() => void save()}>
            {t.save()}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** A secret that is not set is an empty field. */
const withoutUnset = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null && 'set' in value && value.set === false ? '' : value,
    ]),
  )
