import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconPuzzle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, StatusDot, Tile } from '@weft/kit/ui/bits.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { Deliveries, Parts, PluginSettingsForm } from './parts.tsx'
import { pluginsPath, statusTones, type Plugin } from './plugin.ts'
import { statusTexts, texts } from './texts.ts'
import s from './plugins.module.css'

const home = '/admin/settings/plugins'

/** One plugin: what it is and brings, and taking it into use or out of it. The address names it by `?plugin=`. */
export function PluginDetailsScreen() {
  const t = useTexts(texts)
  const id = useSearchParam('plugin')
  const { data, isLoading } = useQuery({
    queryKey: [pluginsPath, id],
    enabled: Boolean(id),
    queryFn: async ({ signal }) => (await api.get(`${pluginsPath}/${id}`, {}, { signal, quiet: true })).data,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status.endsWith('ing') ? 1_000 : false),
  })
  const crumbs = [{ title: t.title(), to: home }, { title: data?.label ?? t.details() }]
  if (!data)
    return (
      <Page title={t.details()} crumbs={crumbs}>
        {!isLoading && (
          <EmptyState
            icon={IconPuzzle}
            title={id ? t.unknown() : t.title()}
            text={t.choose()}
            action={
              <Button variant="default" component={Link} to={home}>
                {t.toList()}
              </Button>
            }
          />
        )}
      </Page>
    )
  return <Shown plugin={data} crumbs={crumbs} />
}

function Shown({ plugin, crumbs }: { plugin: Plugin; crumbs: { title: string; to?: string }[] }) {
  const t = useTexts(texts)
  const states = useTexts(statusTexts)
  const formats = useFormats()
  const {
    id,
    label,
    description,
    status,
    version,
    newest_version,
    publisher,
    installer,
    installed_by,
    installed_at,
    permissions,
    error,
    projects,
    versions,
  } = plugin
  return (
    <Page
      title={label}
      subtitle={description}
      crumbs={crumbs}
      icon={
        <Tile tone="violet" size={34}>
          <IconPuzzle size={19} />
        </Tile>
      }
      badge={
        <StatusDot tone={statusTones[status]} pulse={status.endsWith('ing')}>
          {states[status]()}
        </StatusDot>
      }
      actions={<Actions plugin={plugin} />}
    >
      <Columns second={320}>
        <div className="stack">
          {error && (
            <Alert color={status === 'failed' ? 'red' : 'yellow'} icon={<IconAlertTriangle size={17} />}>
              {error}
            </Alert>
          )}
          <Parts plugin={plugin} />
          {plugin.setting_fields.length > 0 && (
            <Panel title={t.settings()} note={t.settingsNote()}>
              <PluginSettingsForm
                key={JSON.stringify(plugin.settings)}
                plugin={plugin}
                save={async (settings) => {
                  await api.put(`${pluginsPath}/${id}/settings`, { settings })
                  await refresh(pluginsPath)
                }}
              />
            </Panel>
          )}
          {plugin.event_subscribers.length > 0 && <Deliveries path={pluginsPath} id={id} mayRepeat />}
        </div>
        <div className="stack">
          <Panel title={t.facts()}>
            <Facts
              facts={[
                [t.version(), version ?? '–'],
                [t.newest(), newest_version],
                [t.publisher(), publisher],
                [t.installer(), installer || '–'],
                [t.installedBy(), installed_by || '–'],
                [t.installedAt(), formats.dateTime(installed_at)],
                [t.projects(), t.projectCount({ count: projects })],
                [
                  t.hosts(),
                  permissions.http.length === 0
                    ? t.nowhere()
                    : permissions.http.map((host) => (
                        <code key={host} className="mono" style={{ display: 'block' }}>
                          {host}
                        </code>
                      )),
                ],
              ]}
            />
          </Panel>
          <Uses plugin={plugin} />
          <Panel title={t.versions()}>
            <ul className={s['parts']}>
              {versions.map((one) => (
                <li key={one.version}>
                  <IconDownload size={16} aria-hidden />
                  <span>
                    <b>{one.version}</b>
                    <small>
                      {one.publisher} · {one.uploaded_by} · {formats.dateTime(one.created_at)}
                    </small>
                    <small className="mono" title={one.sha256}>
                      sha256 {one.sha256.slice(0, 16)}…
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </Columns>
    </Page>
  )
}

function Actions({
  plugin: { id, label, status, version, newest_version, publisher, permissions },
}: {
  plugin: Plugin
}) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { busy, send } = useSubmit()
  const act = async (verb: 'install' | 'uninstall', done: string) => {
    await send(async () => {
      await api.post(`${pluginsPath}/${id}/${verb}`)
      toast({ title: done, message: label, tone: 'green' })
    })
    await refresh(pluginsPath)
  }
  const install = async () => {
    const text = t.sureInstallText({
      version: newest_version,
      publisher,
      hosts: permissions.http.join(', ') || t.nowhere(),
    })
    if (
      await confirm({
        title: t.sureInstall({ label }),
        text,
        action: version ? t.update({ version: newest_version }) : t.install(),
      })
    )
      await act('install', t.installed())
  }
  const uninstall = async () => {
    if (
      await confirm({
        title: t.sureUninstall({ label }),
        text: t.sureUninstallText(),
        action: t.uninstall(),
        danger: true,
      })
    )
      await act('uninstall', t.uninstalled())
  }
  const remove = async () => {
    if (
      !(await confirm({ title: t.sureRemove({ label }), text: t.sureRemoveText(), action: t.remove(), danger: true }))
    )
      return
    await api.delete(`${pluginsPath}/${id}`)
    await refresh(pluginsPath)
    await navigate({ to: home })
  }
  const isBusy = busy || status === 'installing' || status === 'uninstalling'
  return (
    <>
      {!version && (
        <Button variant="default" disabled={isBusy} leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
          {t.remove()}
        </Button>
      )}
      {version && (
        <Button variant="default" loading={isBusy} onClick={() => void uninstall()}>
          {t.uninstall()}
        </Button>
      )}
      {version !== newest_version && (
        <Button loading={isBusy} leftSection={<IconDownload size={15} />} onClick={() => void install()}>
          {version ? t.update({ version: newest_version }) : t.install()}
        </Button>
      )}
    </>
  )
}

function Uses({ plugin: { id } }: { plugin: Plugin }) {
  const t = useTexts(texts)
  const { data = [] } = useQuery({
    queryKey: [pluginsPath, id, 'uses'],
    queryFn: async ({ signal }) => (await api.get(`${pluginsPath}/${id}/uses`, {}, { signal, quiet: true })).data,
  })
  return (
    <Panel title={t.uses()}>
      {data.length === 0 ? (
        <p className="muted">{t.unused()}</p>
      ) : (
        <ul className={s['parts']}>
          {data.map((use) => (
            <li key={`${use.id} ${use.part}`}>
              <span />
              <span>
                <b>{use.label}</b>
                <small>
                  {use.kind === 'workflow' ? t.workflow() : t.mapping()} · {use.tenant} ·{' '}
                  <code className="mono">{use.part}</code>
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
