import { Button, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { serviceAccount as resource } from '@weft/catalogue/resources/service-account/service-account.ts'
import type { Permission } from '@weft/kit/define/permissions.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { usePossible } from '../roles/api.ts'
import { EditGrid } from '../shared/permission-grid.tsx'
import { useLevelOptions, useProjects, type Account } from './api.ts'
import { ExpirySelect, expiresAt, type Expiry } from './expiry.tsx'
import s from './service-accounts.module.css'

const texts = defineMessages({
  isNew: { en: 'New service account', de: 'Neues Dienstkonto' },
  remove: { en: 'Delete account', de: 'Konto löschen' },
  sure: { en: 'Delete the service account “{name}”?', de: 'Das Dienstkonto „{name}“ löschen?' },
  sureText: {
    en: 'Its tokens are worth nothing at once. Programs that use them are refused.',
    de: 'Seine Token sind sofort nichts mehr wert. Programme, die sie benutzen, werden abgelehnt.',
  },
  removed: { en: 'Service account deleted', de: 'Dienstkonto gelöscht' },
  saved: { en: 'Service account saved', de: 'Dienstkonto gespeichert' },
  created: { en: 'Service account created', de: 'Dienstkonto angelegt' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  create: { en: 'Create service account', de: 'Dienstkonto anlegen' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  counts: { en: 'Counts with its next call.', de: 'Gilt ab seinem nächsten Aufruf.' },
  whole: { en: 'The whole tenant', de: 'Der ganze Mandant' },
  barred: {
    en: 'Greyed rights are ones you do not have yourself.',
    de: 'Ausgegraute Rechte haben Sie selbst nicht.',
  },
  by: { en: 'Created by {name}', de: 'Angelegt von {name}' },
  enter: { en: 'Address and Enter', de: 'Adresse und Eingabetaste' },
})

/** What the account of one project can have. */
const ofProject = /^(workflows|structures|records|insights|queries|connections|jobs|tokens|projects)\./

type Draft = Pick<Account, 'name' | 'description' | 'project_id' | 'addresses' | 'active' | 'permissions'>
const blank: Draft = { name: '', description: '', project_id: null, addresses: [], active: true, permissions: [] }
const asText = ({ name, description, project_id, addresses, active, permissions }: Draft) =>
  JSON.stringify([name, description, project_id, addresses, active, permissions.toSorted()])

type Props = {
  account: Account | undefined
  created: (id: string, token: string) => void
  left: () => void
}

/** An account: its name, where it may come from, and its grid of rights. */
export function AccountEditor({ account, created, left }: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const me = useSession((value) => value.user)!
  const options = useLevelOptions()
  const possible = usePossible()
  const begun: Draft = account ?? blank
  const [changed, setChanged] = useState<Partial<Draft>>({})
  const [expiry, setExpiry] = useState<Expiry>('90')
  const draft = { ...begun, ...changed }
  const dirty = asText(draft) !== asText(begun)
  const { busy, errors, send } = useSubmit(assignToField('permissions'))
  useUnsavedGuard(dirty && !busy)
  const readOnly = !may(account ? 'users.update' : 'users.create')
  const set = (change: Partial<Draft>) => setChanged({ ...changed, ...change })
  const rights = new Set(
    (possible.data?.data.possible ?? []).filter(
      (one) => !one.startsWith('own.') && (!draft.project_id || ofProject.test(one)),
    ),
  )
  const errorAt = (name: string) =>
    Object.entries(errors)
      .flatMap(([place, said]) => (place === name || place.startsWith(`${name}.`) ? said : []))
      .join(' ') || undefined

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const permissions = draft.permissions.filter((one): one is Permission => rights.has(one))
    await send(async () => {
      if (account) {
        const { project_id: _, permissions: granted, ...fields } = changed
        await api.put(`/service_accounts/${account.id}`, { ...fields, ...(granted && { permissions }) }, options)
        toast({ title: t.saved(), message: draft.name, tone: 'green' })
        await refresh('/service_accounts')
        return setChanged({})
      }
      const { data } = await api.post(
        '/service_accounts',
        { ...draft, permissions, expires_at: expiresAt(expiry) },
        options,
      )
      toast({ title: t.created(), message: draft.name, tone: 'green' })
      await refresh('/service_accounts')
      setChanged({})
      created(data.account.id, data.token)
    })
  }

  return (
    <Panel
      title={account?.name ?? t.isNew()}
      note={account?.created_by_name ? t.by({ name: account.created_by_name }) : undefined}
      bleed
      actions={account && may('users.delete') && <RemoveAccount account={account} onRemoved={left} />}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <AccountFields draft={draft} isNew={!account} readOnly={readOnly} errorAt={errorAt} onChange={set}>
          {!account && <ExpirySelect value={expiry} onChange={setExpiry} error={errorAt('expires_at')} />}
        </AccountFields>
        <EditGrid
          possible={rights}
          chosen={new Set(draft.permissions)}
          barred={(permission) => !me.permissions.includes(permission)}
          readOnly={readOnly}
          onChange={(permissions) => set({ permissions: [...permissions] })}
        />
        {!readOnly && (
          <footer className={s['save']}>
            <span aria-live="polite" data-wrong={errors['permissions'] ? true : undefined}>
              {errorAt('permissions') ?? (account ? t.counts() : t.barred())}
            </span>
            {(dirty || !account) && (
              <Button variant="subtle" onClick={() => (account ? setChanged({}) : left())}>
                {t.discard()}
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={!dirty}>
              {account ? t.save() : t.create()}
            </Button>
          </footer>
        )}
      </form>
    </Panel>
  )
}

type FieldsProps = {
  draft: Draft
  isNew: boolean
  readOnly: boolean
  errorAt: (name: string) => string | undefined
  onChange: (changes: Partial<Draft>) => void
  /** What only a new account is asked for. */
  children: ReactNode
}

/** What an account is called, whose it is, and where it may come from. Its project is chosen once. */
function AccountFields({ draft, isNew, readOnly, errorAt, onChange, children }: FieldsProps) {
  const t = useTexts(texts)
  const read = useLabel()
  const projects = useProjects()
  const words = (name: keyof Draft) => {
    const own = resource.labels.fields[name]
    return 'label' in own ? { label: read(own.label), description: own.help && read(own.help) } : { label: read(own) }
  }
  return (
    <div className={`${s['fields']} ${s['panel']}`}>
      <TextInput
        {...words('name')}
        required
        readOnly={readOnly}
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {projects.data && (
        <Select
          {...words('project_id')}
          allowDeselect={false}
          readOnly={readOnly || !isNew}
          value={draft.project_id ?? ''}
          error={errorAt('project_id')}
          onChange={(project_id) => onChange({ project_id: project_id || null })}
          data={[
            { value: '', label: t.whole() },
            ...projects.data.data.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {children}
      <TagsInput
        {...words('addresses')}
        className={s['wide']}
        readOnly={readOnly}
        placeholder={draft.addresses.length === 0 ? t.enter() : ''}
        value={draft.addresses}
        error={errorAt('addresses')}
        onChange={(addresses) => onChange({ addresses })}
      />
      <Textarea
        {...words('description')}
        className={s['wide']}
        autosize
        readOnly={readOnly}
        value={draft.description}
        error={errorAt('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {!isNew && (
        <Switch
          {...words('active')}
          disabled={readOnly}
          checked={draft.active}
          error={errorAt('active')}
          onChange={(event) => onChange({ active: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}

function RemoveAccount({ account: { id, name }, onRemoved }: { account: Account; onRemoved: () => void }) {
  const t = useTexts(texts)
  const options = useLevelOptions()
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ name }), text: t.sureText(), action: t.remove(), danger: true }))) return
    await api.delete(`/service_accounts/${id}`, { ...options, quiet: false })
    toast({ title: t.removed(), message: name, tone: 'green' })
    await refresh('/service_accounts')
    onRemoved()
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={14} />}
      onClick={() => void remove()}
    >
      {t.remove()}
    </Button>
  )
}
