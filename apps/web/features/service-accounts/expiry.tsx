import { Select } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  label: { en: 'The token is valid for', de: 'Das Token gilt' },
  days: { en: '{count, number} days', de: '{count, number} Tage' },
  year: { en: 'One year', de: 'Ein Jahr' },
  always: { en: 'Until it is revoked', de: 'Bis es widerrufen wird' },
})

/** Days a new token is good for, or until it is revoked. */
export type Expiry = '30' | '90' | '365' | 'never'

export const expiresAt = (expiry: Expiry) =>
  expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * 86_400_000).toISOString()

type Props = { value: Expiry; onChange: (value: Expiry) => void; error: string | undefined }

export function ExpirySelect({ value, onChange, error }: Props) {
  const t = useTexts(texts)
  return (
    <Select
      label={t.label()}
      allowDeselect={false}
      value={value}
      onChange={(chosen) => onChange((chosen ?? '90') as Expiry)}
      error={error}
      data={[
        { value: '30', label: t.days({ count: 30 }) },
        { value: '90', label: t.days({ count: 90 }) },
        { value: '365', label: t.year() },
        { value: 'never', label: t.always() },
      ]}
    />
  )
}
