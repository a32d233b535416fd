import { isIban } from '@weft/kit/define/bank.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { today } from '@weft/kit/ui/calendar-day.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastSaved } from '@weft/kit/ui/toast.tsx'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { methodsPath, type BillingAccount } from './account.ts'
import s from './billing.module.css'

const texts = defineMessages({
  now: { en: 'How invoices are paid', de: 'Wie Rechnungen bezahlt werden' },
  transfer: { en: 'Transfer', de: 'Überweisung' },
  sepa: { en: 'SEPA direct debit', de: 'SEPA-Lastschrift' },
  transferText: {
    en: 'You transfer the sum of each invoice by its due date.',
    de: 'Sie überweisen den Betrag jeder Rechnung bis zum Fälligkeitstag.',
  },
  none: {
    en: 'Nothing was chosen: invoices are paid by transfer.',
    de: 'Es ist nichts gewählt: Rechnungen werden überwiesen.',
  },
  change: { en: 'Change', de: 'Ändern' },
  kind: { en: 'Way of paying', de: 'Zahlungsart' },
  holder: { en: 'Account holder', de: 'Kontoinhaber' },
  iban: { en: 'IBAN', de: 'IBAN' },
  bic: { en: 'BIC', de: 'BIC' },
  bicHelp: { en: 'Needed only outside of the euro area.', de: 'Nur außerhalb des Euroraums nötig.' },
  signed: { en: 'Signed on', de: 'Unterschrieben am' },
  mandate: { en: 'Mandate', de: 'Mandat' },
  mandateText: {
    en: 'By saving you authorise the provider to collect payments from this account by SEPA direct debit, and instruct your bank to honour them. Within eight weeks you can have a sum refunded.',
    de: 'Mit dem Speichern ermächtigen Sie den Anbieter, Zahlungen von diesem Konto mittels SEPA-Lastschrift einzuziehen, und weisen Ihr Kreditinstitut an, sie einzulösen. Innerhalb von acht Wochen können Sie die Erstattung verlangen.',
  },
  wrongIban: {
    en: 'This is not a valid IBAN. Please check the digits.',
    de: 'Das ist keine gültige IBAN. Bitte prüfen Sie die Ziffern.',
  },
  save: { en: 'Save', de: 'Speichern' },
  revoke: { en: 'Revoke mandate', de: 'Mandat widerrufen' },
  sure: { en: 'Revoke mandate {reference}?', de: 'Mandat {reference} widerrufen?' },
  sureText: { en: 'Invoices from now on are paid by transfer.', de: 'Rechnungen werden von nun an überwiesen.' },
  revoked: { en: 'Revoked', de: 'Widerrufen' },
  active: { en: 'Valid', de: 'Gültig' },
  earlier: { en: 'Earlier mandates', de: 'Frühere Mandate' },
  revokedOn: { en: 'revoked on {date}', de: 'widerrufen am {date}' },
})

type Method = ListRow<typeof methodsPath>

/** How somebody pays: by transfer, or by a SEPA mandate that is kept with its reference. */
export function PaymentMethods({ account }: { account: BillingAccount }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const { data } = useQuery({
    queryKey: [methodsPath, account],
    queryFn: ({ signal }) => api.get(methodsPath, { ...account, perPage: 50 }, { signal }),
  })
  const [changing, setChanging] = useState(false)
  if (!data) return null
  const active = data.data.find(({ status }) => status === 'active')
  const earlier = data.data.filter(({ status, kind }) => status === 'revoked' && kind === 'sepa')
  const revoke = async ({ id, mandate_reference }: Method) => {
    if (
      !(await confirm({
        title: t.sure({ reference: mandate_reference ?? '' }),
        text: t.sureText(),
        action: t.revoke(),
        danger: true,
      }))
    )
      return
    await api.post(`${methodsPath}/${id}/revoke`)
    toast({ title: t.revoked(), message: mandate_reference ?? '', tone: 'green' })
    await refresh(methodsPath)
  }
  return (
    <div className="stack" style={{ maxWidth: 720 }}>
      <Panel
        title={t.now()}
        {...(may('billing.update') &&
          !changing && {
            actions: (
              <Button size="xs" variant="default" onClick={() => setChanging(true)}>
                {t.change()}
              </Button>
            ),
          })}
      >
        {active?.kind === 'sepa' ? (
          <div className="stack">
            <Facts
              facts={[
                [
                  t.kind(),
                  <StatusDot key="kind" tone="green">
                    {t.sepa()}
                  </StatusDot>,
                ],
                [t.mandate(), active.mandate_reference],
                [t.holder(), active.account_holder],
                [t.iban(), active.iban],
                active.bic !== '' && [t.bic(), active.bic],
                [t.signed(), formats.date(active.signed_on)],
              ]}
            />
            {may('billing.update') && (
              <div className="buttons">
                <Button variant="subtle" color="red" onClick={() => void revoke(active)}>
                  {t.revoke()}
                </Button>
              </div>
            )}
          </div>
        ) : (
          <p className="muted">{active ? t.transferText() : t.none()}</p>
        )}
      </Panel>
      {changing && <Choose account={account} onDone={() => setChanging(false)} />}
      {earlier.length > 0 && (
        <Panel title={t.earlier()}>
          <ul className={s['documents']}>
            {earlier.map(({ id, mandate_reference, iban, revoked_on }) => (
              <li key={id}>
                <b>{mandate_reference}</b> {iban}{' '}
                <span className="muted">{t.revokedOn({ date: formats.date(revoked_on) })}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function Choose({ account, onDone }: { account: BillingAccount; onDone: () => void }) {
  const t = useTexts(texts)
  const [kind, setKind] = useState<'sepa' | 'transfer'>('sepa')
  const [value, setValue] = useState({ account_holder: '', iban: '', bic: '', signed_on: today() })
  const { busy, errors, setErrors, send, errorAt } = useSubmit()
  const field = (name: keyof typeof value) => ({
    value: value[name],
    error: errorAt(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setValue({ ...value, [name]: currentTarget.value })
      setErrors({ ...errors, [name]: [] })
    },
  })
  const save = () =>
    send(async () => {
      await api.post(methodsPath, kind === 'sepa' ? { ...account, kind, ...value } : { ...account, kind })
      toastSaved(t[kind]())
      await refresh(methodsPath)
      onDone()
    })
  return (
    <Panel title={t.change()}>
      <div className={s['form']}>
        <SegmentedControl
          aria-label={t.kind()}
          value={kind}
          onChange={(next) => setKind(next)}
          data={[
            { value: 'sepa', label: t.sepa() },
            { value: 'transfer', label: t.transfer() },
          ]}
        />
        {kind === 'sepa' ? (
          <>
            <TextInput label={t.holder()} required maxLength={70} {...field('account_holder')} />
            <TextInput
              label={t.iban()}
              required
              maxLength={42}
              {...field('iban')}
              onBlur={() => value.iban !== '' && !isIban(value.iban) && setErrors({ ...errors, iban: [t.wrongIban()] })}
            />
            <TextInput label={t.bic()} description={t.bicHelp()} maxLength={11} {...field('bic')} />
            <TextInput label={t.signed()} type="date" required {...field('signed_on')} />
            <p className="muted">{t.mandateText()}</p>
          </>
        ) : (
          <p className="muted">{t.transferText()}</p>
        )}
        <div className="buttons">
          <Button loading={busy} onClick={() => void save()}>
            {t.save()}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
