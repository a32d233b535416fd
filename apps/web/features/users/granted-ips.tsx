import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unlessLockedOut } from '../shared/lock-out.ts'
import s from './users.module.css'

const texts = defineMessages({
  title: { en: 'Granted IP addresses', de: 'Zugelassene IP-Adressen' },
  about: {
    en: 'IPv4 or IPv6, a range such as 10.0.0.0/8, or * for a part. Sessions from elsewhere end.',
    de: 'IPv4 oder IPv6, ein Bereich wie 10.0.0.0/8 oder * für einen Teil. Sitzungen von anderswo enden.',
  },
  active: { en: 'Sign in from these addresses only', de: 'Anmeldung nur von diesen Adressen' },
  address: { en: 'IP address {number}', de: 'IP-Adresse {number}' },
  description: { en: 'Description {number}', de: 'Beschreibung {number}' },
  addressWord: { en: 'IP address', de: 'IP-Adresse' },
  descriptionWord: { en: 'Description', de: 'Beschreibung' },
  add: { en: 'Add address', de: 'Adresse hinzufügen' },
  remove: { en: 'Remove address {number}', de: 'Adresse {number} entfernen' },
  save: { en: 'Save addresses', de: 'Adressen speichern' },
  anyway: { en: 'Save anyway', de: 'Trotzdem speichern' },
})

type Granted = Answer<'GET', `/users/${string}/granted_ips`>['data']

/** From where a user may sign in. */
export function GrantedIpsPanel({ user_id, readOnly }: { user_id: string; readOnly: boolean }) {
  const t = useTexts(texts)
  const path = `/users/${user_id}/granted_ips` as const
  const { data: known } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
  })
  const [changed, setChanged] = useState<Granted>()
  const { busy, setErrors, send, errorAt } = useSubmit(assignToField('active'))
  useUnsavedGuard(changed !== undefined)
  if (!known) return null
  const { active, entries } = changed ?? known
  const change = (next: Partial<Granted>) => {
    setChanged({ active, entries, ...next })
    setErrors({})
  }
  const edit = (at: number, next: Partial<Granted['entries'][number]>) =>
    change({ entries: entries.map((entry, i) => (i === at ? { ...entry, ...next } : entry)) })

  const save = () =>
    send(async () => {
      if (
        !(await unlessLockedOut(
          (confirmed) => api.put(path, { active, entries, confirmed }, { quiet: true }),
          t.anyway(),
        ))
      )
        return
      setChanged(undefined)
      toastSaved(t.title())
      await refresh('/users')
    })
  return (
    <Panel title={t.title()}>
      <div className={s['password']}>
        <p>{t.about()}</p>
        <Switch
          size="sm"
          label={t.active()}
          checked={active}
          error={errorAt('active')}
          disabled={readOnly}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        {entries.length > 0 && (
          <div className={s['ips']}>
            {entries.map((entry, i) => (
              <div key={i} className={s['ip']}>
                <TextInput
                  aria-label={t.address({ number: i + 1 })}
                  placeholder={t.addressWord()}
                  value={entry.ip_address}
                  error={errorAt(`entries.${i}.ip_address`)}
                  disabled={readOnly}
                  onChange={(event) => edit(i, { ip_address: event.currentTarget.value })}
                />
                {!readOnly && (
                  <ActionIcon
                    aria-label={t.remove({ number: i + 1 })}
                    onClick={() => change({ entries: entries.filter((_, at) => at !== i) })}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                )}
                <TextInput
                  aria-label={t.description({ number: i + 1 })}
                  placeholder={t.descriptionWord()}
                  value={entry.description}
                  error={errorAt(`entries.${i}.description`)}
                  disabled={readOnly}
                  onChange={(event) => edit(i, { description: event.currentTarget.value })}
                />
              </div>
            ))}
          </div>
        )}
        {!readOnly && (
          <div className={s['buttons']}>
            <Button
              variant="default"
              leftSection={<IconPlus size={15} />}
              onClick={() => change({ entries: [...entries, { ip_address: '', description: '' }] })}
            >
              {t.add()}
            </Button>
            <Button loading={busy} disabled={changed === undefined} onClick={() => void save()}>
              {t.save()}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
