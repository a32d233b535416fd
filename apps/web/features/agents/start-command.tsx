import { TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ShownCode, CopyCode } from '@weft/kit/ui/shown-code.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import s from './agents.module.css'
import type { Issued } from './api.ts'
import { startCommand } from './command.ts'

const texts = defineMessages({
  title: { en: 'Start the agent {name}', de: 'Den Agenten {name} starten' },
  once: {
    en: 'The code is good once, until {time}, and is not shown again.',
    de: 'Der Code gilt einmal, bis {time}, und wird nicht noch einmal angezeigt.',
  },
  allow: { en: 'What it may reach', de: 'Was er erreichen darf' },
  allowHelp: {
    en: 'Host and port, several with spaces between. Only what the command says is reached; nothing here can change that.',
    de: 'Host und Port, mehrere durch Leerzeichen getrennt. Erreicht wird nur, was im Befehl steht; von hier aus lässt sich das nicht ändern.',
  },
  command: { en: 'Command', de: 'Befehl' },
  how: {
    en: 'Run it on a machine that sees the system and has Node 20 or newer. Afterwards it is started without address and code; its secret lies in weft-agent-data beside it.',
    de: 'Führen Sie ihn auf einem Rechner aus, der das System sieht und Node 20 oder neuer hat. Danach wird er ohne Adresse und Code gestartet; sein Geheimnis liegt daneben in weft-agent-data.',
  },
  copy: { en: 'Copy command', de: 'Befehl kopieren' },
  done: { en: 'Close', de: 'Schließen' },
})

/** The one line that loads and starts an agent, this once. */
export function StartCommand({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  const [allow, setAllow] = useState('10.0.0.5:3306')
  const command = startCommand(location.origin, issued.code, allow)
  return (
    <DialogFrame
      title={t.title({ name: issued.agent.name })}
      size={640}
      onClose={onClose}
      cancel={t.done()}
      actions={<CopyCode value={command}>{t.copy()}</CopyCode>}
    >
      <TextInput
        label={t.allow()}
        description={t.allowHelp()}
        value={allow}
        onChange={(event) => setAllow(event.currentTarget.value)}
      />
      <ShownCode label={t.command()}>{command}</ShownCode>
      <p className={s['how']}>{t.how()}</p>
      <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
        {t.once({ time: dateTime(issued.expires_at) })}
      </Note>
    </DialogFrame>
  )
}
