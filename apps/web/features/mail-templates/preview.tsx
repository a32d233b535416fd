import { useDebouncedValue } from '@mantine/hooks'
import type { Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrialPath } from './level.ts'
import { MailFrame } from './mail-frame.tsx'
import s from './mail-templates.module.css'

const texts = defineMessages({
  title: { en: 'Preview', de: 'Vorschau' },
  samples: { en: 'with sample values', de: 'mit Beispielwerten' },
  record: { en: 'with the values of “{title}”, {when}', de: 'mit den Werten von „{title}“, {when}' },
  look: { en: 'Look', de: 'Ansicht' },
  html: { en: 'HTML', de: 'HTML' },
  text: { en: 'Text', de: 'Text' },
})

type Props = { path: TrialPath; tried: Sent<'POST', `${TrialPath}/preview`>; wrong?: boolean }

/** The mail as it would be with these words, rendered by the server that would send it. Words with a mistake in them leave the last one standing. */
export function MailPreview({ path, tried, wrong = false }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [look, setLook] = useState('html')
  const [asked] = useDebouncedValue(tried, 300)
  const { data } = useQuery({
    queryKey: [`${path}/preview`, asked],
    queryFn: () => api.post(`${path}/preview`, asked, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: !wrong,
    retry: false,
  })
  const shown = data?.data
  const looks = (
    <SegmentedControl
      size="xs"
      aria-label={t.look()}
      value={look}
      onChange={setLook}
      data={[
        { value: 'html', label: t.html() },
        { value: 'text', label: t.text() },
      ]}
    />
  )
  return (
    <Panel
      title={t.title()}
      note={
        shown &&
        (shown.record
          ? t.record({ title: shown.record.title, when: formats.ago(shown.record.created_at) })
          : t.samples())
      }
      actions={looks}
      bleed
    >
      {shown && (
        <div className={s['preview']}>
          <div className={s['subject']}>{shown.subject}</div>
          {look === 'html' ? (
            <MailFrame html={shown.html} title={t.title()} />
          ) : (
            <pre className={s['plain']} tabIndex={0} aria-label={t.text()}>
              {shown.text}
            </pre>
          )}
        </div>
      )}
    </Panel>
  )
}
