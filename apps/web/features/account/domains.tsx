import { Button, TextInput } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AccountPlace } from './account-place.ts'
import s from './account.module.css'

const texts = defineMessages({
  title: { en: 'Workspace domains', de: 'Workspace-Domains' },
  about: {
    en: 'Users whose addresses end in one of these sign in to this account.',
    de: 'Benutzer, deren Adressen auf eine davon enden, melden sich an diesem Konto an.',
  },
  main: { en: 'Workspace', de: 'Workspace' },
  domain: { en: 'Further domain', de: 'Weitere Domain' },
  add: { en: 'Assign domain', de: 'Domain zuweisen' },
  remove: { en: 'Remove', de: 'Entfernen' },
  removeOne: { en: 'Remove {domain}', de: '{domain} entfernen' },
  added: { en: 'Domain assigned', de: 'Domain zugewiesen' },
  removed: { en: 'Domain removed', de: 'Domain entfernt' },
})

type DomainsPath = `${AccountPlace['at']}/${string}/workspace_domains`
type Domain = Answer<'GET', DomainsPath>['data'][number]

/** The domains of an account's users: its workspace, and those assigned to it beside. */
export function Domains({ path, may }: { path: DomainsPath; may: boolean }) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const { send, setErrors, errorAt } = useSubmit(allAt('domain'))
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get(path, {}, { signal }) })
  if (!data) return null
  const add = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await api.post(path, { domain: typed }, { quiet: true })
      toast({ title: t.added(), message: typed, tone: 'green' })
      setTyped('')
      await refresh(path)
    })
  }
  const remove = async ({ id, domain }: Domain) => {
    await api.delete(`${path}/${id}`)
    toast({ title: t.removed(), message: domain, tone: 'green' })
    await refresh(path)
  }
  return (
    <Panel title={t.title()} note={t.about()}>
      <ul className={s['domains']} aria-label={t.title()}>
        {data.data.map((row) => (
          <li key={row.domain}>
            <span className="mono">{row.domain}</span>
            {row.main && <Badge tone="teal">{t.main()}</Badge>}
            {may && !row.main && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={t.removeOne({ domain: row.domain })}
                onClick={() => void remove(row)}
              >
                {t.remove()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {may && (
        <form className={s['add']} onSubmit={(event) => void add(event)}>
          <TextInput
            label={t.domain()}
            value={typed}
            error={errorAt('domain')}
            placeholder="example.com"
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setErrors({})
            }}
          />
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            {t.add()}
          </Button>
        </form>
      )}
    </Panel>
  )
}
