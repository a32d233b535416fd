import { queue } from '@weft/catalogue/resources/queue/queue.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconChecklist } from '@tabler/icons-react'

const texts = defineMessages({
  about: {
    en: 'How many jobs run at once, how often they are tried and what they may use.',
    de: 'Wie viele Jobs zugleich laufen, wie oft sie versucht werden und was sie verbrauchen dürfen.',
  },
  active: { en: 'Active', de: 'Aktiv' },
  stopped: { en: 'Stopped', de: 'Angehalten' },
})
const home = '/project/settings/queues'

export function QueuesScreen() {
  const t = useTexts(texts)
  return (
    <ResourceList
      resource={queue}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconChecklist}
      subtitle={t.about()}
      cells={{
        active: (row) =>
          row['active'] ? (
            <StatusDot tone="green">{t.active()}</StatusDot>
          ) : (
            <StatusDot tone="slate">{t.stopped()}</StatusDot>
          ),
        timeout: (row) => `${String(row['timeout'])} s`,
        max_memory: (row) => `${String(row['max_memory'])} MB`,
      }}
    />
  )
}
