import { Button } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'

const texts = defineMessages({
  test: { en: 'Test connection', de: 'Verbindung testen' },
  works: { en: 'Connected: {version}, {time}', de: 'Verbunden: {version}, {time}' },
})

export type ConnectionAnswer = Answer<'POST', `/database_servers/${string}/test`>['data']

/** Tries a database out and shows what its server said. */
export function useConnectionTest(ask: () => Promise<ConnectionAnswer>) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { busy, errors, send } = useSubmit()
  const [answer, setAnswer] = useState<ConnectionAnswer>()
  const test = () =>
    send(async () => {
      setAnswer(undefined)
      setAnswer(await ask())
    })
  const button = (
    <Button variant="default" loading={busy} leftSection={<IconPlugConnected size={15} />} onClick={() => void test()}>
      {t.test()}
    </Button>
  )
  const result = answer && (
    <div role="status">
      <StatusDot tone={answer.ok ? 'green' : 'red'}>
        {answer.ok
          ? t.works({ version: answer.version ?? '', time: formats.duration(answer.milliseconds) })
          : `${answer.message} ${answer.detail}`}
      </StatusDot>
    </div>
  )
  return { button, result, errors }
}
