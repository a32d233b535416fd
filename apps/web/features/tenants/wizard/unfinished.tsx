import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import s from '../tenants.module.css'
import { useAccountHome } from './account.ts'

const texts = defineMessages({
  unfinished: {
    en: 'The setup of “{name}” is not finished.',
    de: 'Die Einrichtung von „{name}“ ist nicht abgeschlossen.',
  },
  goOn: { en: 'Continue', de: 'Fortsetzen' },
})

/** Setups that stopped half-way: each can be gone on with or taken back. */
export function Unfinished({ kind }: { kind: AccountKind }) {
  const t = useTexts(texts)
  const home = useAccountHome(kind)
  const { data } = useQuery({
    queryKey: ['/provisioning_runs', kind],
    queryFn: ({ signal }) => api.get('/provisioning_runs', { kind, perPage: 25 }, { signal, quiet: true }),
  })
  const open = (data?.data ?? []).filter((run) => run.state !== 'done' && run.state !== 'undone')
  if (open.length === 0) return null
  return (
    <div className={s['unfinished']}>
      {open.map((run) => (
        <Note key={run.id} tone="amber" icon={<IconPlayerPlay size={16} />}>
          {t.unfinished({ name: run.draft.name })}{' '}
          <Link to={`${home}/create`} search={{ run: run.id } as never} className={s['link']}>
            {t.goOn()}
          </Link>
        </Note>
      ))}
    </div>
  )
}
