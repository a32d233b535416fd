import {
  IconDownload,
  IconEar,
  IconFiles,
  IconMail,
  IconTable,
  IconUpload,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ConnectorHere } from '../../connections/api.ts'
import s from './connectors.module.css'

export const shownAbilities = ['tables', 'query', 'files', 'messages', 'mail', 'actions', 'http'] as const
type ShownAbility = (typeof shownAbilities)[number]

export const abilityTexts = defineMessages({
  tables: { en: 'Tables', de: 'Tabellen' },
  query: { en: 'Queries', de: 'Abfragen' },
  files: { en: 'Files', de: 'Dateien' },
  messages: { en: 'Messages', de: 'Nachrichten' },
  mail: { en: 'Mail', de: 'E-Mail' },
  actions: { en: 'Actions', de: 'Aktionen' },
  http: { en: 'Requests', de: 'Anfragen' },
} satisfies Record<ShownAbility, object>)

export const abilityIcons: Record<ShownAbility, Icon> = {
  tables: IconTable,
  query: IconDownload,
  files: IconFiles,
  messages: IconEar,
  mail: IconMail,
  actions: IconUpload,
  http: IconWorld,
}

/** What a connector is good for, mailboxes and sending mails as one. */
export const abilitiesOf = ({ connector: { provides } }: ConnectorHere): ShownAbility[] =>
  shownAbilities.filter((ability) => provides.includes(ability) || (ability === 'mail' && provides.includes('mailbox')))

export function Abilities({ connector }: { connector: ConnectorHere }) {
  const t = useTexts(abilityTexts)
  return (
    <span className={s['abilities']}>
      {abilitiesOf(connector).map((ability) => {
        const Icon = abilityIcons[ability]
        return (
          <span key={ability}>
            <Icon size={13} aria-hidden />
            {t[ability]()}
          </span>
        )
      })}
    </span>
  )
}
