import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus, IconTable } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './table-strip.module.css'

const texts = defineMessages({
  tables: { en: 'Tables', de: 'Tabellen' },
  waits: { en: 'waits', de: 'wartet' },
  under_way: { en: 'is looked through', de: 'wird durchgesehen' },
  done: { en: 'done', de: 'fertig' },
  failed: { en: 'failed', de: 'gescheitert' },
  plain: { en: '', de: '' },
})

type StripState = 'waits' | 'under_way' | 'done' | 'failed' | 'plain'
type Entry = { name: string; state: StripState; text: string }

const icons = {
  waits: <IconMinus size={16} aria-hidden />,
  under_way: <Loader size={14} />,
  done: <IconCheck size={16} aria-hidden />,
  failed: <IconAlertTriangle size={16} aria-hidden />,
  plain: <IconTable size={16} aria-hidden />,
}

/** Tables side by side with their states; one of them is shown below. */
export function TableStrip({
  entries,
  chosen,
  choose,
}: {
  entries: Entry[]
  chosen: string
  choose: (name: string) => void
}) {
  const t = useTexts(texts)
  return (
    <nav className={s['strip']} aria-label={t.tables()}>
      {entries.map(({ name, state, text }) => (
        <button
          key={name}
          type="button"
          data-state={state}
          aria-current={name === chosen || undefined}
          onClick={() => choose(name)}
        >
          {icons[state]}
          <span>
            <code className="mono">{name}</code>
            <small>{text || t[state]()}</small>
          </span>
        </button>
      ))}
    </nav>
  )
}
