import { Button, Loader } from '@mantine/core'
import type { Way } from '@weft/kit/connections/way.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { IconAlertTriangle, IconCheck, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { testPath, type Checked, type ConnectorHere } from '../../connections/api.ts'
import { CheckSteps, failedTexts } from '../../connections/check-list.tsx'
import s from './login-details.module.css'

const texts = defineMessages({
  title: { en: 'Test', de: 'Prüfung' },
  again: { en: 'Again', de: 'Noch einmal' },
  incomplete: { en: 'Waiting for the fields', de: 'Wartet auf die Felder' },
  incompleteText: {
    en: 'Runs by itself as soon as they are complete.',
    de: 'Läuft von selbst, sobald sie vollständig sind.',
  },
  running: { en: 'Trying …', de: 'Wird geprüft …' },
  ready: { en: 'Ready to read', de: 'Bereit zum Lesen' },
  passed: {
    en: '{n, plural, one {# check passed} other {# checks passed}}',
    de: '{n, plural, one {# Prüfung bestanden} other {# Prüfungen bestanden}}',
  },
  failed: { en: 'The test could not be made', de: 'Die Prüfung war nicht möglich' },
})

export type Verdict = 'waiting' | 'running' | 'ready' | 'failed'
const pause_ms = 600

type Props = {
  system: ConnectorHere
  /** A connection that exists is tried as it is stored. */
  stored: string | undefined
  settings: Record<string, unknown>
  way: Way
  onVerdict: (verdict: Verdict) => void
}

/** Tries the sign-in by itself, a moment after the last change to what is complete; typing takes a test under way back. */
export function SignInTest({ system, stored, settings, way, onVerdict }: Props) {
  const t = useTexts(texts)
  const wrong = useTexts(failedTexts)
  const { duration } = useFormats()
  const [checked, setChecked] = useState<Checked>()
  const [refused, setRefused] = useState('')
  const [verdict, setVerdict] = useState<Verdict>('waiting')
  const [asked, ask] = useState(0)
  const { connector } = system
  const isComplete = stored !== undefined || (leads(way) && isWhole(connector, settings))
  const content = stored ?? JSON.stringify([way, settings])
  const told = useRef(onVerdict)
  told.current = onVerdict
  const say = (next: Verdict) => {
    setVerdict(next)
    told.current(next)
  }
  useEffect(() => {
    if (!isComplete) {
      setChecked(undefined)
      return say('waiting')
    }
    const gone = new AbortController()
    async function test() {
      say('running')
      setRefused('')
      setChecked(undefined)
      try {
        const { data } = stored
          ? await api.post(`/connections/${stored}/test`, undefined, { signal: gone.signal })
          : await api.post(testPath(system.key, way), withoutUntyped(settings, connector.secrets), {
              signal: gone.signal,
            })
        setChecked(data)
        say(data.ok ? 'ready' : 'failed')
        if (stored) await refresh('/connections')
      } catch (error) {
        if (gone.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setRefused(Object.values(error.errors).flat().join(' ') || error.message)
        say('failed')
      }
    }
    const timer = setTimeout(() => void test(), asked === 0 && stored ? 0 : pause_ms)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [content, isComplete, asked])
  const failed = checked?.steps.find(({ state }) => state === 'failed')
  const words: Record<Verdict, { tone: Tone; title: string; text: string }> = {
    waiting: { tone: 'slate', title: t.incomplete(), text: t.incompleteText() },
    running: { tone: 'blue', title: t.running(), text: '' },
    ready: { tone: 'green', title: t.ready(), text: t.passed({ n: checked?.steps.length ?? 0 }) },
    failed: { tone: 'red', title: failed ? wrong[failed.step]() : t.failed(), text: failed?.detail ?? refused },
  }
  const { tone, title, text } = words[verdict]
  return (
    <Panel
      title={t.title()}
      bleed
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={!isComplete || verdict === 'running'}
          leftSection={<IconRefresh size={14} />}
          onClick={() => ask(asked + 1)}
        >
          {t.again()}
        </Button>
      }
    >
      <div role="status" className={s['verdict']} style={toneStyle(tone)}>
        {icons[verdict]}
        <div>
          <b>{title}</b>
          {text && <p>{text}</p>}
        </div>
        {checked?.ok && <span className="num">{duration(checked.milliseconds)}</span>}
      </div>
      {checked && <CheckSteps steps={checked.steps} />}
    </Panel>
  )
}

const icons = {
  waiting: <IconPencil size={16} aria-hidden />,
  running: <Loader size={15} color="currentColor" />,
  ready: <IconCheck size={17} aria-hidden />,
  failed: <IconAlertTriangle size={17} aria-hidden />,
}

const leads = ({ reach, tunnel_connection_id }: Way) => reach !== 'tunnel' || tunnel_connection_id !== null

/** Whether all that the connector asks for is there; a secret that may be empty may be. */
const isWhole = (connector: ConnectorHere['connector'], settings: Record<string, unknown>) =>
  connector.settings.safeParse(withoutUntyped(settings, connector.secrets)).success &&
  connector.secrets.some((name) => settings[name] !== undefined && settings[name] !== '') ===
    connector.secrets.length > 0
