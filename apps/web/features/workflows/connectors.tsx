import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, Tile } from '@weft/kit/ui/bits.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Link } from '@tanstack/react-router'
import { home, useConnectors } from '../connections/api.ts'
import { iconNamed } from './icon-named.ts'
import s from './workflows.module.css'

const texts = defineMessages({
  title: { en: 'Connectors', de: 'Connectoren' },
  about: {
    en: 'Kinds of systems this project can be connected with.',
    de: 'Arten von Systemen, mit denen sich dieses Projekt verbinden lässt.',
  },
  connect: { en: 'Connect', de: 'Verbinden' },
  settings: {
    en: '{count, plural, one {# setting} other {# settings}}',
    de: '{count, plural, one {# Einstellung} other {# Einstellungen}}',
  },
})

/** The connectors of the house and of the plugins the project uses; each can be connected. */
export function ConnectorsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const all = useConnectors()
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className={s['cards']}>
        {all.map((one) => {
          const Icon = iconNamed(one.icon)
          return (
            <article key={one.key} className={s['card']}>
              <Tile tone="blue" size={30}>
                <Icon size={17} />
              </Tile>
              <div>
                <h3>{one.title}</h3>
                <p>{one.help}</p>
                <small>
                  <code className="mono">{one.key}</code>
                  <span>{t.settings({ count: Object.keys(one.connector.settings.shape).length })}</span>
                  {one.plugin && <Badge tone="violet">{one.plugin}</Badge>}
                </small>
                {may('connections.create') && (
                  <Button
                    mt={10}
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconPlugConnected size={14} />}
                    component={Link}
                    to={`${home}/create?connector=${one.key}`}
                  >
                    {t.connect()}
                  </Button>
                )}
              </div>
            </article>
          )
        })}
      </div>
    </Page>
  )
}
