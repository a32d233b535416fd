import { ActionIcon, Button, CopyButton, TextInput } from '@mantine/core'
import { IconAntennaBars5, IconCheck, IconCopy, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { CopyCode, ShownExample } from '@weft/kit/ui/shown-code.tsx'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useState } from 'react'
import { curlOf, type Example } from './curl.ts'
import s from './listening-dialog.module.css'
import { TestCalls } from './test-calls.tsx'

const texts = defineMessages({
  title: { en: 'Test call', de: 'Testaufruf' },
  listening: { en: 'Listening for a test call', de: 'Wartet auf einen Testaufruf' },
  left: {
    en: '{time} left. The other addresses go on working.',
    de: 'Noch {time}. Die anderen Adressen arbeiten weiter.',
  },
  over: { en: 'Listens no longer', de: 'Wartet nicht mehr' },
  overText: {
    en: 'A call to the test address is refused now.',
    de: 'Ein Aufruf der Testadresse wird jetzt abgewiesen.',
  },
  longer: { en: '+ 2 min', de: '+ 2 Min.' },
  again: { en: 'Listen again', de: 'Erneut warten' },
  stop: { en: 'Stop', de: 'Beenden' },
  address: { en: 'Test address', de: 'Testadresse' },
  copy: { en: 'Copy the test address', de: 'Testadresse kopieren' },
  terminal: { en: 'Or try it from a terminal', de: 'Oder aus einem Terminal probieren' },
  signed: { en: 'signed with the secret', de: 'mit dem Geheimnis signiert' },
  copyCommand: { en: 'Copy the command', de: 'Befehl kopieren' },
  none: { en: 'No call yet', de: 'Noch kein Aufruf' },
  noneText: {
    en: 'Enter the test address in the other system and place an order there, say, or send the command. The call appears here and starts nothing.',
    de: 'Tragen Sie die Testadresse im anderen System ein und lösen Sie dort etwa eine Bestellung aus, oder senden Sie den Befehl. Der Aufruf erscheint hier und startet nichts.',
  },
})

export type Listening = { id: string; path: string; until: string; example: Example }
type Props = { workflow: string; listening: Listening; settings: Record<string, unknown>; onClose(): void }

/** Waits for calls at an address that holds as long as it waits. */
export function ListeningDialog({ workflow, listening, settings, onClose }: Props) {
  const t = useTexts(texts)
  const path = `/workflows/${workflow}/listenings/${listening.id}` as const
  const [{ until, example }, setUntil] = useState<Pick<Listening, 'until' | 'example'>>(listening)
  const left = useSecondsTo(until)
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }),
    refetchInterval: left > 0 ? 1_000 : false,
  })
  const calls = data?.data.calls ?? []
  const renew = async () => setUntil((await api.post(path, { settings })).data)
  const stop = async () => {
    onClose()
    await api.delete(path)
  }
  const address = location.origin + listening.path
  const command = curlOf(address, example)
  return (
    <DialogFrame title={t.title()} size={760} onClose={() => void stop()}>
      <div className={s['dialog']}>
        <div className={s['head']}>
          <IconAntennaBars5 size={22} className={left > 0 ? s['waits'] : s['over']} />
          <div role="status">
            <strong>{left > 0 ? t.listening() : t.over()}</strong>
            <p>{left > 0 ? <span aria-hidden>{t.left({ time: clockOf(left) })}</span> : t.overText()}</p>
          </div>
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void renew()}>
            {left > 0 ? t.longer() : t.again()}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconPlayerStop size={14} />} onClick={() => void stop()}>
            {t.stop()}
          </Button>
        </div>
        <TextInput
          readOnly
          label={t.address()}
          value={address}
          classNames={{ input: s['address']! }}
          leftSection={<span className={s['method']}>POST</span>}
          leftSectionWidth={54}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <ActionIcon size="sm" variant="subtle" aria-label={t.copy()} onClick={copy}>
                  {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                </ActionIcon>
              )}
            </CopyButton>
          }
        />
        {calls.length > 0 ? (
          <TestCalls workflow={workflow} calls={calls} window={settings['window']} onTaken={() => void stop()} />
        ) : (
          <>
            <div className={s['command']}>
              <div>
                <h3>{t.terminal()}</h3>
                {settings['signature'] !== 'none' && <small>{t.signed()}</small>}
              </div>
              <ShownExample>{command}</ShownExample>
              <CopyCode value={command}>{t.copyCommand()}</CopyCode>
            </div>
            <div className={s['none']}>
              <strong>{t.none()}</strong>
              <p>{t.noneText()}</p>
            </div>
          </>
        )}
      </div>
    </DialogFrame>
  )
}

function useSecondsTo(until: string): number {
  const secondsTo = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [left, setLeft] = useState(secondsTo)
  useEffect(() => {
    const tick = () => setLeft(secondsTo())
    tick()
    const clock = setInterval(tick, 1_000)
    return () => clearInterval(clock)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [until])
  return left
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
