import { NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { IgnoreDraft } from './ignore-draft.ts'

const texts = defineMessages({
  reason: { en: 'Reason', de: 'Grund' },
  reasonHint: {
    en: 'Such as: entered in the ERP by hand.',
    de: 'Zum Beispiel: im ERP von Hand eingegeben.',
  },
  until: { en: 'Ignored until', de: 'Ignoriert, bis' },
  opened: { en: 'somebody opens it again', de: 'jemand sie wieder öffnet' },
  date: { en: 'a date', de: 'zu einem Datum' },
  many: { en: 'more than so many come in on a day', de: 'mehr als so viele an einem Tag kommen' },
  day: { en: 'Date', de: 'Datum' },
  count: { en: 'Records a day', de: 'Datensätze am Tag' },
  empty: { en: 'Please say why.', de: 'Bitte einen Grund angeben.' },
})

/** Why a cause is left alone, and until when. */
export function IgnoringForm({
  draft,
  onChange,
  error,
}: {
  draft: IgnoreDraft
  onChange: (draft: IgnoreDraft) => void
  error?: string | undefined
}) {
  const t = useTexts(texts)
  return (
    <Stack gap="sm">
      <Textarea
        label={t.reason()}
        placeholder={t.reasonHint()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        required
        value={draft.reason}
        error={error}
        data-autofocus
        onChange={({ currentTarget }) => onChange({ ...draft, reason: currentTarget.value })}
      />
      <Radio.Group
        label={t.until()}
        value={draft.until}
        onChange={(until) => onChange({ ...draft, until: until as IgnoreDraft['until'] })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="opened" label={t.opened()} />
          <Radio value="date" label={t.date()} />
          {draft.until === 'date' && (
            <TextInput
              type="date"
              aria-label={t.day()}
              ml={28}
              w={180}
              value={draft.day}
              onChange={({ currentTarget }) => onChange({ ...draft, day: currentTarget.value })}
            />
          )}
          <Radio value="many" label={t.many()} />
          {draft.until === 'many' && (
            <NumberInput
              aria-label={t.count()}
              ml={28}
              w={180}
              min={1}
              max={1_000_000_000}
              allowDecimal={false}
              value={draft.above}
              onChange={(above) => onChange({ ...draft, above: Number(above) || 1 })}
            />
          )}
        </Stack>
      </Radio.Group>
    </Stack>
  )
}
