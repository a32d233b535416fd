import { Button, Radio, Stack } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { useState } from 'react'
import type { Failure } from './texts.ts'

const texts = defineMessages({
  title: {
    en: '{count, plural, one {Run one failed run again} other {Run # failed runs again}}',
    de: '{count, plural, one {Einen fehlgeschlagenen Lauf erneut starten} other {# fehlgeschlagene Läufe erneut starten}}',
  },
  how: { en: 'How', de: 'Wie' },
  current: {
    en: 'From the start, with the workflow as it is now',
    de: 'Von Anfang an, mit dem heutigen Stand des Workflows',
  },
  original: { en: 'From the start, as it was', de: 'Von Anfang an, mit dem damaligen Stand' },
  from_failed: {
    en: 'From the failed step, as it was',
    de: 'Ab dem fehlgeschlagenen Schritt, mit dem damaligen Stand',
  },
  run: { en: 'Run again', de: 'Erneut starten' },
  goOn: { en: 'Run the next again', de: 'Die nächsten erneut starten' },
  close: { en: 'Close', de: 'Schließen' },
  most: {
    en: 'At most 500 are started at once, the newest of them.',
    de: 'Auf einmal werden höchstens 500 gestartet, die neuesten zuerst.',
  },
  requeued: {
    en: '{count, plural, =0 {No run was started again.} one {One run was started again.} other {# runs were started again.}}',
    de: '{count, plural, =0 {Kein Lauf wurde erneut gestartet.} one {Ein Lauf wurde erneut gestartet.} other {# Läufe wurden erneut gestartet.}}',
  },
  refused: {
    en: '{count, plural, one {One could not} other {# could not}}: {message}',
    de: '{count, plural, one {Einer ließ sich nicht starten} other {# ließen sich nicht starten}}: {message}',
  },
  left: { en: 'There are older ones left.', de: 'Es bleiben ältere übrig.' },
})

const ways = {
  current: { mode: 'from_start', version: 'current' },
  original: { mode: 'from_start', version: 'original' },
  from_failed: { mode: 'from_failed', version: 'original' },
} as const

type Outcome = Answer<'POST', `/failure_causes/${string}/requeue`>['data']

/** Runs everything again that failed by a cause, and says what became of it. */
export function RequeueDialog({ cause, onClose }: { cause: Failure; onClose: () => void }) {
  const t = useTexts(texts)
  const [way, setWay] = useState<keyof typeof ways>('current')
  const [outcome, setOutcome] = useState<Outcome>()
  const [count] = useState(cause.open_runs - cause.under_way)
  const { busy, send } = useSubmit()
  const mayGoOn = !outcome || outcome.before !== null
  const start = () =>
    send(async () => {
      const before = outcome?.before ?? undefined
      const { data } = await api.post(`/failure_causes/${cause.id}/requeue`, {
        ...ways[way],
        ...(before && { before }),
      })
      setOutcome(data)
      await refresh('/failure_causes')
    })
  return (
    <Dialog
      title={t.title({ count })}
      size={520}
      onClose={onClose}
      {...(outcome && { cancel: t.close() })}
      actions={
        mayGoOn && (
          <Button loading={busy} onClick={() => void start()}>
            {outcome ? t.goOn() : t.run()}
          </Button>
        )
      }
    >
      {outcome ? (
        <Stack gap="sm" role="status">
          <Note tone={outcome.requeued > 0 ? 'green' : 'amber'}>{t.requeued({ count: outcome.requeued })}</Note>
          {outcome.refused.map(({ message, count }) => (
            <Note key={message} tone="amber">
              {t.refused({ count, message })}
            </Note>
          ))}
          {outcome.before !== null && <p>{t.left()}</p>}
        </Stack>
      ) : (
        <Radio.Group label={t.how()} value={way} onChange={(value) => setWay(value as keyof typeof ways)}>
          <Stack gap={8} mt={8}>
            {(Object.keys(ways) as (keyof typeof ways)[]).map((value) => (
              <Radio key={value} value={value} label={t[value]()} />
            ))}
          </Stack>
          {count > 500 && <p className="muted">{t.most()}</p>}
        </Radio.Group>
      )}
    </Dialog>
  )
}
