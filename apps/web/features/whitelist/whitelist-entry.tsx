import { Button, MultiSelect, Select, Switch, TagsInput, Textarea } from '@mantine/core'
import { routeWhitelist as resource } from '@weft/catalogue/resources/route-whitelist/route-whitelist.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useEntries } from '@weft/kit/ui/form/use-entries.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { unlessLockedOut } from '../shared/lock-out.ts'
import { useWhitelistCrumbs, useWhitelistPlace } from './place.ts'
import type { WhitelistEntry } from './whitelist.tsx'
import s from './whitelist.module.css'

const texts = defineMessages({
  list: { en: 'Route whitelist', de: 'Routen-Whitelist' },
  add: { en: 'Add whitelist entry', de: 'Whitelist-Eintrag anlegen' },
  where: { en: 'Route and addresses', de: 'Route und Adressen' },
  who: { en: 'Who it is for', de: 'Für wen er gilt' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  create: { en: 'Add entry', de: 'Eintrag anlegen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  saved: { en: 'Entry saved', de: 'Eintrag gespeichert' },
  anyway: { en: 'Save anyway', de: 'Trotzdem speichern' },
  gone: { en: 'This entry could not be loaded', de: 'Dieser Eintrag konnte nicht geladen werden' },
  enter: { en: 'Address, then Enter', de: 'Adresse, dann Eingabetaste' },
})

type Draft = Pick<WhitelistEntry, 'route' | 'addresses' | 'description' | 'active' | 'public' | 'users'>
const blank: Draft = { route: '', addresses: [], description: '', active: false, public: true, users: [] }

export function WhitelistCreateScreen() {
  return <Entry />
}

export function WhitelistEntryScreen() {
  const t = useTexts(texts)
  const { path, entry } = useWhitelistPlace()
  const way = useWhitelistCrumbs(t.gone())
  const { data, error } = useQuery({
    queryKey: [path, entry],
    queryFn: ({ signal }) => api.get(`${path}/${entry!}`, {}, { signal, quiet: true }).then(({ data }) => data),
  })
  if (error)
    return (
      <Page title={t.list()} {...way}>
        <EmptyState title={t.gone()} text={error.message} />
      </Page>
    )
  return data ? <Entry key={data.id} known={data} /> : null
}

function Entry({ known }: { known?: WhitelistEntry }) {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const navigate = useNavigate()
  const { path, page, tenant } = useWhitelistPlace()
  const title = known?.route ?? t.add()
  const way = useWhitelistCrumbs(title)
  const begun: Draft = known ?? blank
  const [draft, setDraft] = useState<Draft>({ ...begun })
  const { busy, errors, send } = useSubmit(assignToField('route'))
  const dirty = (Object.keys(blank) as (keyof Draft)[]).some(
    (key) => JSON.stringify(draft[key]) !== JSON.stringify(begun[key]),
  )
  useUnsavedGuard(dirty && !busy)
  const readOnly = !may(tenant ? 'tenants.update' : 'system.update')
  const routes = useQuery({
    queryKey: ['/route_whitelists/routes'],
    queryFn: ({ signal }) => api.get('/route_whitelists/routes', {}, { signal, quiet: true }).then(({ data }) => data),
    staleTime: Infinity,
  })
  const users = useEntries<ListRow<'/users'>>('/users', {
    query: { tenant_id: tenant },
    enabled: !draft.public,
    chosen: draft.users,
  })
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const wrong = (name: string) =>
    Object.entries(errors)
      .flatMap(([place, said]) => (place === name || place.startsWith(`${name}.`) ? said : []))
      .join(' ') || undefined
  const words = (name: keyof Draft) => {
    const own = resource.labels.fields[name]
    return 'label' in own ? { label: read(own.label), description: own.help && read(own.help) } : { label: read(own) }
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      const body = {
        route: draft.route,
        addresses: draft.addresses,
        description: draft.description,
        active: draft.active,
        public: draft.public,
        users: draft.users,
      }
      const saved = await unlessLockedOut(
        (confirmed) =>
          known
            ? api.put(`${path}/${known.id}`, { ...body, confirmed }, { quiet: true })
            : api.post(path, { ...body, confirmed }, { quiet: true }),
        t.anyway(),
      )
      if (!saved) return
      toast({ title: t.saved(), message: draft.route, tone: 'green' })
      await refresh(path)
      await navigate({ to: page, ignoreBlocker: true })
    })
  }

  return (
    <Page title={title} {...way}>
      <form className={s['form']} noValidate onSubmit={(event) => void save(event)}>
        <Panel title={t.where()}>
          <div className={s['fields']}>
            <Select
              {...words('route')}
              required
              searchable
              readOnly={readOnly}
              disabled={!routes.data}
              data={routes.data ?? []}
              value={draft.route || null}
              onChange={(route) => set({ route: route ?? '' })}
              error={wrong('route')}
              limit={200}
            />
            <TagsInput
              {...words('addresses')}
              readOnly={readOnly}
              placeholder={t.enter()}
              value={draft.addresses}
              onChange={(addresses) => set({ addresses })}
              error={wrong('addresses')}
            />
            <Textarea
              {...words('description')}
              readOnly={readOnly}
              autosize
              minRows={2}
              value={draft.description}
              onChange={(event) => set({ description: event.currentTarget.value })}
              error={wrong('description')}
            />
            <Switch
              {...words('active')}
              disabled={readOnly}
              checked={draft.active}
              onChange={(event) => set({ active: event.currentTarget.checked })}
              error={wrong('active')}
            />
          </div>
        </Panel>
        <Panel title={t.who()}>
          <div className={s['fields']}>
            <Switch
              {...words('public')}
              disabled={readOnly}
              checked={draft.public}
              onChange={(event) => set({ public: event.currentTarget.checked })}
            />
            {!draft.public && (
              <MultiSelect
                {...words('users')}
                {...(users.cutOff && { description: users.cutOff })}
                readOnly={readOnly}
                searchable
                onSearchChange={users.onSearchChange}
                data={users.entries.map(({ id, name, email }) => ({ value: id, label: name || email }))}
                value={draft.users}
                onChange={(chosen) => set({ users: chosen })}
                error={wrong('users')}
              />
            )}
          </div>
        </Panel>
        {!readOnly && (
          <div className="buttons">
            <Button variant="subtle" onClick={() => void navigate({ to: page })}>
              {t.cancel()}
            </Button>
            <Button type="submit" loading={busy} disabled={!dirty}>
              {known ? t.save() : t.create()}
            </Button>
          </div>
        )}
      </form>
    </Page>
  )
}
