import type { Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { today } from '@weft/kit/ui/calendar-day.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { Button, Select, TextInput } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import s from './billing.module.css'

const texts = defineMessages({
  record: { en: 'Record payment', de: 'Zahlung erfassen' },
  amount: { en: 'Amount', de: 'Betrag' },
  amountHelp: { en: 'Negative for a payment that was returned.', de: 'Negativ für eine zurückgegebene Zahlung.' },
  on: { en: 'Received on', de: 'Eingegangen am' },
  method: { en: 'How', de: 'Wie' },
  transfer: { en: 'Transfer', de: 'Überweisung' },
  sepa: { en: 'SEPA direct debit', de: 'SEPA-Lastschrift' },
  other: { en: 'Otherwise', de: 'Anders' },
  note: { en: 'Note', de: 'Notiz' },
  save: { en: 'Record', de: 'Erfassen' },
  done: { en: 'Payment recorded', de: 'Zahlung erfasst' },
})

type Method = NonNullable<Sent<'POST', '/payments'>['method']>
type Payable = { id: string; number: string | null; open: string; payment: { method: 'transfer' | 'sepa' } }
type Props = { invoice: Payable; open: boolean; setOpen: (open: boolean) => void; onDone: () => void }

/** A payment of an invoice, recorded by hand. */
export function RecordPayment({ invoice, open, setOpen, onDone }: Props) {
  const t = useTexts(texts)
  const [value, setValue] = useState<{ amount: string; paid_on: string; method: Method; note: string }>({
    amount: invoice.open,
    paid_on: today(),
    method: invoice.payment.method,
    note: '',
  })
  const { busy, send, errorAt } = useSubmit()
  const field = (name: keyof typeof value) => ({
    value: value[name],
    error: errorAt(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: currentTarget.value }),
  })
  const save = () =>
    send(async () => {
      await api.post('/payments', { invoice_id: invoice.id, ...value })
      toast({ title: t.done(), message: invoice.number ?? '', tone: 'green' })
      setOpen(false)
      onDone()
    })
  return (
    <>
      <Button variant="default" leftSection={<IconCash size={15} />} onClick={() => setOpen(true)}>
        {t.record()}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t.record()} size={420}>
        <div className={s['form']}>
          <TextInput
            label={t.amount()}
            description={t.amountHelp()}
            inputMode="decimal"
            required
            {...field('amount')}
          />
          <TextInput label={t.on()} type="date" required {...field('paid_on')} />
          <Select
            label={t.method()}
            allowDeselect={false}
            data={(['transfer', 'sepa', 'other'] as const).map((method) => ({ value: method, label: t[method]() }))}
            value={value.method}
            onChange={(method) => setValue({ ...value, method: method ?? 'transfer' })}
          />
          <TextInput label={t.note()} maxLength={191} {...field('note')} />
          <div className="buttons">
            <Button loading={busy} onClick={() => void save()}>
              {t.save()}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
