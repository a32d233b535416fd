import { Button } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import s from './storage.module.css'

const texts = defineMessages({
  test: { en: 'Test storage', de: 'Speicher testen' },
  works: { en: 'The storage works.', de: 'Der Speicher funktioniert.' },
  fails: { en: 'The storage does not work.', de: 'Der Speicher funktioniert nicht.' },
  fingerprint: { en: 'Key of the server: {fingerprint}', de: 'Schlüssel des Servers: {fingerprint}' },
  skipped: { en: 'not tried', de: 'nicht versucht' },
})

export type ProbeAnswer = Answer<'POST', '/provisioning_runs/storage_test'>['data']

const tones: Record<ProbeAnswer['steps'][number]['state'], Tone> = { done: 'green', failed: 'red', skipped: 'slate' }

/** Tries a storage out and shows what each step said. */
export function useProbe(ask: () => Promise<ProbeAnswer>) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { busy, errors, setErrors, send } = useSubmit()
  const [answer, setAnswer] = useState<ProbeAnswer>()
  const test = () =>
    send(async () => {
      setErrors({})
      setAnswer(undefined)
      setAnswer(await ask())
    })
  const button = (
    <Button variant="default" loading={busy} leftSection={<IconPlugConnected size={15} />} onClick={() => void test()}>
      {t.test()}
    </Button>
  )
  const result = (
    <div role="status" className={s['result']}>
      {answer && (
        <>
          <StatusDot tone={answer.ok ? 'green' : 'red'}>{answer.ok ? t.works() : t.fails()}</StatusDot>
          <ol className={s['steps']}>
            {answer.steps.map((step) => (
              <li key={step.key}>
                <StatusDot tone={tones[step.state]}>
                  {step.title}{' '}
                  <span className="muted">
                    {step.state === 'skipped' ? t.skipped() : formats.duration(step.milliseconds)}
                  </span>
                </StatusDot>
                {step.message && <p>{step.message}</p>}
              </li>
            ))}
          </ol>
          {answer.fingerprint && <p className={s['mono']}>{t.fingerprint({ fingerprint: answer.fingerprint })}</p>}
        </>
      )}
    </div>
  )
  const clear = () => {
    setErrors({})
    setAnswer(undefined)
  }
  return { button, result, errors, clear }
}
