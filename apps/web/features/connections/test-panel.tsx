import { Button } from '@mantine/core'
import type { Way } from '@weft/kit/connections/way.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { testPath, type Checked, type ConnectorHere } from './api.ts'
import { CheckSteps } from './check-list.tsx'
import s from './connections.module.css'

const texts = defineMessages({
  title: { en: 'Test', de: 'Prüfung' },
  test: { en: 'Test now', de: 'Jetzt prüfen' },
  about: {
    en: 'Connects once with what stands here. Nothing is stored.',
    de: 'Verbindet sich einmal mit den Angaben hier. Es wird nichts gespeichert.',
  },
  works: { en: 'Connected in {time}', de: 'Verbunden in {time}' },
  fails: {
    en: 'The authentication test failed: {message}',
    de: 'Der Anmeldetest ist fehlgeschlagen: {message}',
  },
  incomplete: {
    en: 'Some settings are missing or wrong: {what}',
    de: 'Einige Angaben fehlen oder stimmen nicht: {what}',
  },
})

/** Tries what stands in the form, and shows how far it came. */
export function TestPanel({
  connector: { key },
  settings,
  way,
  stored,
}: {
  connector: ConnectorHere
  settings: Record<string, unknown>
  way: Way
  /** The connection whose secrets are taken where none are typed. */
  stored: string | undefined
}) {
  const t = useTexts(texts)
  const may = useMay()
  const { duration } = useFormats()
  const [checked, setChecked] = useState<Checked>()
  const { busy, errors, send } = useSubmit(notifyRest)
  const test = () =>
    void send(async () => {
      setChecked(undefined)
      setChecked((await api.post(testPath(key, way, stored), settings)).data)
    })
  const wrong = Object.values(errors).flat().join(' ')
  const failed = checked?.steps.find(({ state }) => state === 'failed')
  return (
    <Panel
      title={t.title()}
      bleed
      actions={
        may('connections.run') && (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            leftSection={<IconPlugConnected size={14} />}
            onClick={test}
          >
            {t.test()}
          </Button>
        )
      }
    >
      <div role="status" className={s['told']}>
        {wrong && <Note tone="amber">{t.incomplete({ what: wrong })}</Note>}
        {!wrong && !checked && <Note tone="slate">{t.about()}</Note>}
        {checked && !wrong && (
          <Note tone={checked.ok ? 'green' : 'red'}>
            {checked.ok
              ? t.works({ time: duration(checked.milliseconds) })
              : t.fails({ message: failed?.detail ?? '' })}
          </Note>
        )}
      </div>
      {checked && !wrong && <CheckSteps steps={checked.steps} />}
    </Panel>
  )
}
