import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Facts, Tile } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuildings, IconHeartHandshake, IconUser } from '@tabler/icons-react'
import type { Run } from './run.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  title: { en: 'Summary', de: 'Zusammenfassung' },
  tenant: { en: 'New tenant', de: 'Neuer Mandant' },
  partner: { en: 'New partner', de: 'Neuer Partner' },
  tenantAdmin: { en: 'Tenant administrator', de: 'Mandanten-Administrator' },
  partnerAdmin: { en: 'Partner administrator', de: 'Partner-Administrator' },
  later: { en: 'Not entered yet', de: 'Noch nicht angegeben' },
  workspace: { en: 'Workspace', de: 'Workspace' },
  done: { en: 'Steps done', de: 'Erledigte Schritte' },
  ofNine: { en: '{done} of {all}', de: '{done} von {all}' },
  time: { en: 'Time taken', de: 'Dauer' },
})

type Props = {
  kind: AccountKind
  draft: { name: string; workspace: string; user: { first_name: string; last_name: string; email: string } }
  run?: Run
}

/** Beside the wizard: who is being created, and how far it is. */
export function Summary({ kind, draft, run }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const person = `${draft.user.first_name} ${draft.user.last_name}`.trim()
  const done = run?.steps.filter((step) => step.state === 'done')
  return (
    <>
      <h2>{t.title()}</h2>
      <div className={s['route']}>
        <div className={s['end']} data-empty={draft.name === '' || undefined}>
          <Tile tone="teal" size={32}>
            {kind === 'partner' ? (
              <IconHeartHandshake size={18} stroke={1.7} />
            ) : (
              <IconBuildings size={18} stroke={1.7} />
            )}
          </Tile>
          <span>
            <b>{draft.name || t[kind]()}</b>
            <small>{draft.workspace || t.later()}</small>
          </span>
        </div>
        <div className={s['link']} aria-hidden />
        <div className={s['end']} data-empty={person === '' || undefined}>
          <Tile tone="blue" size={32}>
            <IconUser size={18} stroke={1.7} />
          </Tile>
          <span>
            <b>{person || t[kind === 'partner' ? 'partnerAdmin' : 'tenantAdmin']()}</b>
            <small>{draft.user.email || t.later()}</small>
          </span>
        </div>
      </div>
      {done && (
        <Facts
          facts={[
            [t.done(), t.ofNine({ done: done.length, all: run!.steps.length })],
            [
              t.time(),
              done.length > 0 ? formats.duration(done.reduce((sum, step) => sum + (step.duration_ms ?? 0), 0)) : '–',
            ],
          ]}
        />
      )}
    </>
  )
}
