import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { home as connectionsHome, type ConnectorHere, type ListedConnection } from '../../connections/api.ts'
import { SystemTile } from '../../connections/system-tile.tsx'
import { home } from '../api.ts'
import { Abilities } from './abilities.tsx'
import s from './connectors.module.css'
import { categoryTexts } from './found.ts'
import { KindBadge } from './kind-badge.tsx'

const texts = defineMessages({
  connect: { en: 'Connect', de: 'Verbinden' },
  integrate: { en: 'Integrate', de: 'Integrieren' },
  connections: {
    en: '{n, plural, one {# connection} other {# connections}}',
    de: '{n, plural, one {# Verbindung} other {# Verbindungen}}',
  },
})

/** A kind of system: what it is, what it can do, who made it, and the way to connect one. */
export function ConnectorCard({
  connector,
  connections,
}: {
  connector: ConnectorHere
  connections: ListedConnection[]
}) {
  const t = useTexts(texts)
  const read = useLabel()
  const categories = useTexts(categoryTexts)
  const may = useMay()
  const isBroken = connections.some(({ state }) => state === 'broken')
  return (
    <article className={s['card']}>
      <header>
        <SystemTile connector={connector} size={32} />
        <div>
          <h3>{connector.title}</h3>
          <small>{categories[connector.connector.category]()}</small>
        </div>
        {connector.plugin ? <Badge tone="pink">{connector.plugin}</Badge> : <KindBadge connector={connector} />}
      </header>
      <p>{connector.help}</p>
      {connector.connector.unproven && <p className={s['unproven']}>{read(connector.connector.unproven)}</p>}
      <footer>
        <Abilities connector={connector} />
        {connections.length > 0 && (
          <StatusDot tone={isBroken ? 'red' : 'green'}>{t.connections({ n: connections.length })}</StatusDot>
        )}
        {may('connections.create') && (
          <span className={s['buttons']}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlugConnected size={14} />}
              component={Link}
              to={`${connectionsHome}/create?connector=${connector.key}`}
            >
              {t.connect()}
            </Button>
            {connector.connector.provides.includes('tables') && (
              <Button
                size="compact-sm"
                variant="light"
                component={Link}
                to={`${home}/select-connector?connector=${connector.key}`}
              >
                {t.integrate()}
              </Button>
            )}
          </span>
        )}
      </footer>
    </article>
  )
}
