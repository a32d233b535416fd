import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useLive } from '@weft/kit/ui/live.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

const texts = defineMessages({
  finishing: {
    en: 'The queues are interrupted: running jobs are being finished, others wait.',
    de: 'Die Warteschlangen sind unterbrochen: Laufende Jobs werden zu Ende geführt, andere warten.',
  },
  part: {
    en: 'The queues are interrupted in part: running jobs of one machine are being finished, the others go on.',
    de: 'Die Warteschlangen sind teilweise unterbrochen: Laufende Jobs einer Maschine werden zu Ende geführt, die anderen arbeiten weiter.',
  },
  left: {
    en: '{count, plural, =0 {None of yours is running.} one {One of yours is still running.} other {# of yours are still running.}}',
    de: '{count, plural, =0 {Von Ihren läuft keiner mehr.} one {Einer von Ihren läuft noch.} other {# von Ihren laufen noch.}}',
  },
  restarts: { en: 'Then the workers restart by themselves.', de: 'Danach starten die Worker von selbst neu.' },
  stopped: {
    en: 'The queues are stopped: no machine takes jobs at the moment. New jobs wait and nothing is lost.',
    de: 'Die Warteschlangen sind angehalten: Zurzeit nimmt keine Maschine Jobs an. Neue Jobs warten, nichts geht verloren.',
  },
  queueStopped: {
    en: 'The queue “{name}” is stopped: what runs ends, new jobs of this workflow wait.',
    de: 'Die Warteschlange „{name}“ ist angehalten: Was läuft, endet; neue Jobs dieses Workflows warten.',
  },
})

type Interruption = Answer<'GET', '/queues/interruption'>['data']

/** A warning while the queues are interrupted, and where a workflow is shown while its own queue is stopped. */
export function QueueInterruption({
  queue_id,
  className,
}: {
  queue_id?: string | null | undefined
  className?: string | undefined
}) {
  const t = useTexts(texts)
  const may = useMay()('jobs.view')
  const { data } = useQuery({
    queryKey: ['/queues/interruption'],
    queryFn: ({ signal }) => api.get('/queues/interruption', {}, { signal, quiet: true }),
    refetchInterval: 15_000,
    enabled: may,
  })
  useLive(may ? 'queues' : undefined, () => void refresh('/queues'))
  const told = data && wordsFor(data.data, queue_id, t)
  if (!told) return null
  return (
    <div className={className} role="status">
      <Note tone="amber" icon={<IconPlayerPause size={16} />}>
        {told}
      </Note>
    </div>
  )
}

function wordsFor(
  { interruption, running, stopped }: Interruption,
  queue_id: string | null | undefined,
  t: ReturnType<typeof useTexts<typeof texts>>,
): string | undefined {
  if (interruption?.kind === 'stopped') return t.stopped()
  if (interruption)
    return [
      interruption.machines.running > 0 ? t.part() : t.finishing(),
      t.left({ count: running }),
      interruption.restarts && t.restarts(),
    ]
      .filter(Boolean)
      .join(' ')
  // Without a queue of its own a workflow runs in the default one.
  const own = stopped.find(({ id, name }) => (queue_id === null ? name === 'default' : id === queue_id))
  return own && t.queueStopped({ name: own.name })
}
