import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAffiliate } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useConnectors } from '../connections/api.ts'
import { SystemTile } from '../connections/system-tile.tsx'
import { fileImportPath, home } from './api.ts'
import s from './integrations.module.css'
import { WeftTile } from './weft-tile.tsx'

const texts = defineMessages({
  title: { en: 'Nothing flows yet', de: 'Noch fließt nichts' },
  text: {
    en: 'An integration reads tables of one system and keeps them up to date here. Seven steps, about five minutes; nothing is stored before the last one.',
    de: 'Eine Integration liest Tabellen eines Systems und hält sie hier aktuell. Sieben Schritte, etwa fünf Minuten; vor dem letzten wird nichts gespeichert.',
  },
  file: { en: 'Import a file', de: 'Datei importieren' },
  connectors: { en: 'Look through the connectors', de: 'Connectoren ansehen' },
  start: { en: 'Or start with one of these', de: 'Oder beginnen Sie mit einem davon' },
  use: { en: 'Use', de: 'Verwenden' },
})

const mostOffered = 3

/** Before the first integration: one way in, and the systems most begin with. */
export function NoIntegrations({ create }: { create: ReactNode }) {
  const t = useTexts(texts)
  const may = useMay()
  const systems = useConnectors().filter(({ connector }) => connector.provides.includes('tables'))
  return (
    <div className={s['empty']}>
      <EmptyState
        icon={IconAffiliate}
        title={t.title()}
        text={t.text()}
        action={
          <>
            {create}
            {may('structures.create') && may('records.create') && (
              <Button variant="default" component={Link} to={fileImportPath}>
                {t.file()}
              </Button>
            )}
            <Button variant="default" component={Link} to="/project/workflows/connectors">
              {t.connectors()}
            </Button>
          </>
        }
      />
      {may('connections.create') && (
        <section aria-labelledby="start">
          <h2 id="start">{t.start()}</h2>
          <ul className={s['offers']}>
            {systems.slice(0, mostOffered).map((system) => (
              <li key={system.key}>
                <span className={s['route']} aria-hidden>
                  <SystemTile connector={system} size={28} />
                  <WeftTile size={28} />
                </span>
                <h3>{system.title}</h3>
                <p>{system.help}</p>
                <Link to={`${home}/select-connector`} search={{ connector: system.key } as never}>
                  {t.use()}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
