import { Button, Textarea, TextInput } from '@mantine/core'
import { role as resource } from '@weft/catalogue/resources/role/role.ts'
import type { Permission } from '@weft/kit/define/permissions.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useLevel } from '../shared/level.ts'
import { EditGrid } from '../shared/permission-grid.tsx'
import type { KnownRole } from './api.ts'
import { useRoleName } from './role-name.ts'
import s from './roles.module.css'

const texts = defineMessages({
  isNew: { en: 'New role', de: 'Neue Rolle' },
  like: { en: '{name} (copy)', de: '{name} (Kopie)' },
  ready: { en: 'Ready-made roles cannot be changed.', de: 'Vorgegebene Rollen lassen sich nicht ändern.' },
  copy: { en: 'Copy role', de: 'Rolle kopieren' },
  remove: { en: 'Delete role', de: 'Rolle löschen' },
  sure: { en: 'Delete the role “{name}”?', de: 'Die Rolle „{name}“ löschen?' },
  inUse: {
    en: 'Somebody still has this role. Give its users another one first.',
    de: 'Jemand hat diese Rolle noch. Geben Sie den Benutzern zuerst eine andere.',
  },
  removed: { en: 'Role deleted', de: 'Rolle gelöscht' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  create: { en: 'Create role', de: 'Rolle anlegen' },
  saved: { en: 'Role saved', de: 'Rolle gespeichert' },
  counts: {
    en: 'Counts with the next click of whoever has it.',
    de: 'Gilt ab dem nächsten Klick aller, die sie haben.',
  },
  discard: { en: 'Discard', de: 'Verwerfen' },
  barred: { en: 'Greyed rights are ones you do not have yourself.', de: 'Ausgegraute Rechte haben Sie selbst nicht.' },
})

type Props = {
  role: KnownRole | undefined
  like: KnownRole | undefined
  possible: ReadonlySet<string>
  done: (id?: string) => void
  copy: (id: string) => void
}

type Draft = { display_name: string; name: string; description: string; permissions: Set<string> }

const isSame = (a: Draft, b: Draft) =>
  a.display_name === b.display_name &&
  a.name === b.name &&
  a.description === b.description &&
  [...a.permissions].sort().join() === [...b.permissions].sort().join()

/** One role: its names and its grid. A ready-made one is only shown. */
export function RoleEditor({ role, like, possible, done, copy }: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const level = useLevel()
  const nameOf = useRoleName()
  const me = useSession((value) => value.user)!
  const copied = like ? t.like({ name: nameOf(like) }) : ''
  const begun: Draft = {
    display_name: role?.display_name ?? copied,
    name: role?.name ?? keyOf(copied),
    description: role?.description ?? '',
    permissions: new Set(role?.permissions ?? like?.permissions ?? []),
  }
  // Nothing until somebody changes something: what is only read follows the server and the language, and is never "unsaved".
  const [changed, setChanged] = useState<Partial<Draft>>({})
  const change = (more: Partial<Draft>) => setChanged({ ...changed, ...more })
  const draft = { ...begun, ...changed }
  const { busy, errors, send, errorAt } = useSubmit(assignToField('permissions'))
  const readOnly = Boolean(role?.ready_made) || !may(role ? 'users.update' : 'users.create')
  const dirty = !isSame(draft, begun)
  useUnsavedGuard(dirty && !busy)
  const equal = me.kind === level.kind
  const barred = (permission: string) => equal && !me.permissions.includes(permission)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const options = { headers: level.headers, host: 'app', quiet: true } as const
    const permissions = [...draft.permissions].filter((permission): permission is Permission =>
      possible.has(permission),
    )
    const { permissions: granted, ...words } = changed
    await send(async () => {
      const { data } = role
        ? await api.put(`/roles/${role.id}`, { ...words, ...(granted && { permissions }) }, options)
        : await api.post('/roles', { ...draft, permissions }, options)
      toast({ title: t.saved(), message: draft.display_name, tone: 'green' })
      await refresh('/roles', '/users')
      setChanged({})
      done(data.id)
    })
  }

  return (
    <Panel
      title={role ? nameOf(role) : t.isNew()}
      note={role?.ready_made ? t.ready() : equal && [...possible].some(barred) ? t.barred() : undefined}
      bleed
      actions={role && <Actions role={role} onCopy={() => copy(role.id)} onRemoved={() => done()} />}
    >
      <form onSubmit={(event) => void save(event)}>
        {!role?.ready_made && (
          <Names draft={draft} isNew={!role} readOnly={readOnly} errorAt={errorAt} onChange={change} />
        )}
        <EditGrid
          possible={possible}
          chosen={draft.permissions}
          barred={barred}
          readOnly={readOnly}
          onChange={(permissions) => change({ permissions })}
        />
        {!readOnly && (
          <footer className={s['save']}>
            <span aria-live="polite" data-wrong={errors['permissions'] ? true : undefined}>
              {errorAt('permissions') ?? t.counts()}
            </span>
            {dirty && (
              <Button variant="subtle" onClick={() => (role ? setChanged({}) : done())}>
                {t.discard()}
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={!dirty}>
              {role ? t.save() : t.create()}
            </Button>
          </footer>
        )}
      </form>
    </Panel>
  )
}

type NamesProps = {
  draft: Draft
  isNew: boolean
  readOnly: boolean
  errorAt: (field: string) => string | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** What a role is called. The name for the API follows the one for people until it has been typed itself, and stays once it is saved. */
function Names({ draft, isNew, readOnly, errorAt, onChange }: NamesProps) {
  const read = useLabel()
  const label = (key: 'display_name' | 'name' | 'description') => {
    const own = resource.labels.fields[key] as Text | { label: Text }
    return read('label' in own ? own.label : own)
  }
  const rename = (display_name: string) => {
    const follows = isNew && draft.name === keyOf(draft.display_name)
    onChange({ display_name, ...(follows && { name: keyOf(display_name) }) })
  }
  return (
    <div className={s['names']}>
      <TextInput
        label={label('display_name')}
        required
        readOnly={readOnly}
        value={draft.display_name}
        error={errorAt('display_name')}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      <TextInput
        label={label('name')}
        required
        readOnly={readOnly || !isNew}
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        className={s['wide']}
        label={label('description')}
        autosize
        readOnly={readOnly}
        value={draft.description}
        error={errorAt('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </div>
  )
}

function Actions({ role, onCopy, onRemoved }: { role: KnownRole; onCopy: () => void; onRemoved: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const { headers } = useLevel()
  const remove = async () => {
    const title = t.sure({ name: role.display_name })
    if (!(await confirm({ title, text: t.counts(), action: t.remove(), danger: true }))) return
    try {
      await api.delete(`/roles/${role.id}`, { headers, host: 'app', quiet: true })
    } catch (error) {
      const message = error instanceof ApiError && error.code === 'IN_USE' ? t.inUse() : messageOf(error)
      return toast({ title: t.remove(), message, tone: 'red' })
    }
    toast({ title: t.removed(), message: role.display_name, tone: 'green' })
    await refresh('/roles')
    onRemoved()
  }
  return (
    <>
      {may('users.create') && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconCopy size={14} />} onClick={onCopy}>
          {t.copy()}
        </Button>
      )}
      {!role.ready_made && may('users.delete') && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} />}
          onClick={() => void remove()}
        >
          {t.remove()}
        </Button>
      )}
    </>
  )
}

/** A name for the API from what people read: “Night shift (copy)” → night_shift_copy. */
const keyOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 63)
