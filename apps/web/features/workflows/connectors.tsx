import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { connectorDefaults } from '@weft/kit/define/plugin.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, StatusDot, Tile } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { offerOfProject } from '../elements/offer.ts'
import { iconNamed } from './icon-named.ts'
import s from './workflows.module.css'

const texts = defineMessages({
  title: { en: 'Connectors', de: 'Connectoren' },
  about: {
    en: 'Kinds of systems this project can be connected with.',
    de: 'Arten von Systemen, mit denen sich dieses Projekt verbinden lässt.',
  },
  try: { en: 'Try a connection', de: 'Verbindung ausprobieren' },
  test: { en: 'Connect', de: 'Verbinden' },
  note: {
    en: 'Connects once with what stands here. Nothing is stored.',
    de: 'Verbindet einmal mit den Angaben hier. Es wird nichts gespeichert.',
  },
  works: { en: 'Connected in {time}: {answer}', de: 'Verbunden in {time}: {answer}' },
  settings: {
    en: '{count, plural, one {# setting} other {# settings}}',
    de: '{count, plural, one {# Einstellung} other {# Einstellungen}}',
  },
})

type Listed = {
  key: string
  connector: Connector
  title: string
  help: string
  icon: string
  plugin?: string
  defaults: Record<string, unknown>
}

type Tried = Answer<'POST', `/connectors/${string}/test`>['data']

/** The connectors of the house and of the plugins the project uses; each can be tried. */
export function ConnectorsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const [tried, setTried] = useState<Listed>()
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
                {may('connections.run') && one.connector.abilities.includes('test') && (
                  <Button
                    mt={10}
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconPlugConnected size={14} />}
                    onClick={() => setTried(one)}
                  >
                    {t.try()}
                  </Button>
                )}
              </div>
            </article>
          )
        })}
      </div>
      {tried && <Try listed={tried} onClose={() => setTried(undefined)} />}
    </Page>
  )
}

function useConnectors(): Listed[] {
  const language = useLanguage()
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery(offerOfProject(project))
  const house: readonly Connector[] = connectors
  const rest = house.find(({ key }) => key === 'rest')!
  const own = house.map((connector): Listed => ({
    key: connector.key,
    connector,
    title: connector.labels.title[language],
    help: connector.labels.help[language],
    icon: connector.icon,
    defaults: {},
  }))
  const brought = (data?.plugins ?? [])
    .filter(({ enabled }) => enabled)
    .flatMap(({ manifest }) =>
      manifest.connectors.map((one): Listed => ({
        key: `${manifest.key}.${one.key}`,
        connector: rest,
        title: one.label[language],
        help: one.help[language],
        icon: one.icon,
        plugin: manifest.label[language],
        defaults: connectorDefaults(one),
      })),
    )
  return [...own, ...brought]
}

function Try({ listed: { key, connector, title, defaults }, onClose }: { listed: Listed; onClose: () => void }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [value, setValue] = useState<Record<string, unknown>>({ ...defaultsOf(connector), ...defaults })
  const { busy, errors, send } = useSubmit()
  const [answer, setAnswer] = useState<Tried>()
  const test = () =>
    send(async () => {
      setAnswer(undefined)
      setAnswer((await api.post(`/connectors/${key}/test`, value)).data)
    })
  return (
    <Dialog onClose={onClose} title={title} size={520}>
      <div className={s['dialog']}>
        <p className="muted">{t.note()}</p>
        <SettingsForm
          schema={connector.settings}
          labels={connector.labels.fields}
          value={value}
          onChange={setValue}
          errors={errors}
          secrets={connector.secrets}
        />
        {answer && (
          <div role="status">
            <StatusDot tone={answer.ok ? 'green' : 'red'}>
              {answer.ok
                ? t.works({ time: formats.duration(answer.milliseconds), answer: answer.answered ?? '' })
                : (answer.message ?? '')}
            </StatusDot>
          </div>
        )}
        <div className="buttons">
          <Button loading={busy} leftSection={<IconPlugConnected size={15} />} onClick={() => void test()}>
            {t.test()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown } }
const defaultsOf = ({ settings }: Connector) =>
  Object.fromEntries(
    Object.entries(settings.shape as unknown as Record<string, Schema>).flatMap(([key, schema]) =>
      ((tried) => (tried.success && tried.data !== undefined ? [[key, tried.data]] : []))(schema.safeParse(undefined)),
    ),
  )
