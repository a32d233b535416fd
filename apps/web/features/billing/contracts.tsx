import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note, StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { Button, Textarea } from '@mantine/core'
import { IconContract, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contractsPath, type BillingAccount } from './account.ts'
import s from './billing.module.css'
import { ContractForm } from './contract-form.tsx'
import type { Contract, Prices } from './contract.ts'
import { useMoney } from './invoice-list.tsx'

const texts = defineMessages({
  contract: { en: 'Contract V-{number}', de: 'Vertrag V-{number}' },
  active: { en: 'In force', de: 'Läuft' },
  cancelled: { en: 'Notice given', de: 'Gekündigt' },
  ended: { en: 'Ended', de: 'Beendet' },
  plan: { en: 'Plan', de: 'Tarif' },
  pays: { en: 'Paid by', de: 'Zahlt' },
  covers: { en: 'Covers', de: 'Gilt für' },
  allOthers: {
    en: 'all tenants of the partner without a contract of their own',
    de: 'alle Mandanten des Partners ohne eigenen Vertrag',
  },
  start: { en: 'Began on', de: 'Beginn' },
  term: { en: 'Term', de: 'Laufzeit' },
  months: {
    en: '{count, plural, one {# month} other {# months}}',
    de: '{count, plural, one {# Monat} other {# Monate}}',
  },
  termText: { en: '{term}, prolonged by the same', de: '{term}, verlängert sich um dieselbe Zeit' },
  notice: { en: 'Notice', de: 'Kündigungsfrist' },
  noticeText: { en: '{notice} to the end of the term', de: '{notice} zum Ende der Laufzeit' },
  anyTime: { en: 'until the last day of the term', de: 'bis zum letzten Tag der Laufzeit' },
  earliest: { en: 'Can end on', de: 'Kann enden am' },
  ends: { en: 'Ends on', de: 'Endet am' },
  given: { en: 'Notice given on', de: 'Gekündigt am' },
  base: { en: 'Base fee', de: 'Grundgebühr' },
  perMonth: { en: '{price} a month', de: '{price} je Monat' },
  runs: { en: 'Runs', de: 'Läufe' },
  records: { en: 'Records', de: 'Datensätze' },
  storage: { en: 'Storage', de: 'Speicher' },
  beyond: { en: '{included} included, then {price} {per}', de: '{included} enthalten, danach {price} {per}' },
  noLimit: { en: 'included', de: 'enthalten' },
  perRuns: { en: 'per 1,000', de: 'je 1.000' },
  perRecords: { en: 'per 1,000,000', de: 'je 1.000.000' },
  perGb: { en: 'per GB', de: 'je GB' },
  priceByPartner: {
    en: 'Your partner bills you for this contract.',
    de: 'Diesen Vertrag rechnet Ihr Partner mit Ihnen ab.',
  },
  cancel: { en: 'Give notice', de: 'Kündigen' },
  cancelTitle: { en: 'Give notice on contract V-{number}', de: 'Vertrag V-{number} kündigen' },
  cancelText: {
    en: 'It ends on {date}. Until then everything works as before.',
    de: 'Er endet am {date}. Bis dahin läuft alles wie bisher.',
  },
  reason: { en: 'Reason', de: 'Grund' },
  reasonHelp: { en: 'Helps the provider; may stay empty.', de: 'Hilft dem Anbieter; kann leer bleiben.' },
  done: { en: 'Notice given', de: 'Kündigung erfasst' },
  takeBack: { en: 'Take back the notice', de: 'Kündigung zurücknehmen' },
  sureBack: { en: 'Let this contract go on?', de: 'Diesen Vertrag weiterlaufen lassen?' },
  back: { en: 'The contract goes on', de: 'Der Vertrag läuft weiter' },
  edit: { en: 'Change', de: 'Ändern' },
  make: { en: 'Make a contract', de: 'Vertrag anlegen' },
  none: { en: 'No contract yet', de: 'Noch kein Vertrag' },
  noneText: { en: 'Contracts are made by the provider.', de: 'Verträge legt der Anbieter an.' },
  internal: { en: 'Note', de: 'Notiz' },
})

const tones: Record<Contract['status'], Tone> = { active: 'green', cancelled: 'amber', ended: 'slate' }

/** The contracts of an account with what they cost and how they end; the provider makes and changes them here. */
export function Contracts({
  account,
  subject,
}: {
  account: BillingAccount
  /** Whom the provider may make a contract for, here. */ subject?: { tenant_id?: string; partner_id?: string | null }
}) {
  const t = useTexts(texts)
  const may = useMay()
  const provider = useSession((value) => value.user?.kind) === 'admin' && may('billing.create')
  const [making, setMaking] = useState(false)
  const { data } = useQuery({
    queryKey: [contractsPath, account],
    queryFn: ({ signal }) => api.get(contractsPath, { ...account, perPage: 100 }, { signal }),
  })
  if (!data) return null
  const taken = data.data.some(
    ({ status, tenant }) => status !== 'ended' && (subject?.tenant_id !== undefined || tenant === null),
  )
  const make = subject && provider && !taken && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setMaking(true)}>
      {t.make()}
    </Button>
  )
  return (
    <div className="stack">
      {data.data.length === 0 ? (
        <EmptyState icon={IconContract} title={t.none()} text={t.noneText()} action={make} />
      ) : (
        make && <div className="buttons">{make}</div>
      )}
      <div className="stack">
        {data.data.map((contract) => (
          <ContractCard key={contract.id} contract={contract} provider={provider} />
        ))}
      </div>
      {making && subject && <ContractForm subject={subject} onClose={() => setMaking(false)} />}
    </div>
  )
}

export function ContractStatus({ status }: Pick<Contract, 'status'>) {
  const t = useTexts(texts)
  return <StatusDot tone={tones[status]}>{t[status]()}</StatusDot>
}

function ContractCard({ contract, provider }: { contract: Contract; provider: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const [asked, setAsked] = useState<'cancel' | 'edit'>()
  const months = (count: number) => t.months({ count })
  const takeBack = async () => {
    if (!(await confirm({ title: t.sureBack(), action: t.takeBack() }))) return
    await api.post(`${contractsPath}/${contract.id}/reactivate`)
    toast({ title: t.back(), message: t.contract({ number: String(contract.number) }), tone: 'green' })
    await refresh(contractsPath)
  }
  return (
    <Panel
      title={t.contract({ number: String(contract.number) })}
      actions={<ContractStatus status={contract.status} />}
    >
      <div className={s['terms']}>
        <Facts
          facts={[
            [t.plan(), contract.plan.name],
            [t.covers(), contract.tenant?.name ?? t.allOthers()],
            [t.pays(), contract.partner?.name ?? contract.tenant?.name ?? '–'],
            [t.start(), formats.date(contract.start_on)],
            [t.term(), t.termText({ term: months(contract.term_months) })],
            [
              t.notice(),
              contract.notice_months === 0 ? t.anyTime() : t.noticeText({ notice: months(contract.notice_months) }),
            ],
            contract.cancelled_on !== null && [t.given(), formats.date(contract.cancelled_on)],
            contract.ends_on !== null
              ? [t.ends(), <b key="ends">{formats.date(contract.ends_on)}</b>]
              : contract.earliest_end !== null && [t.earliest(), formats.date(contract.earliest_end)],
            contract.cancel_reason !== '' && [t.reason(), contract.cancel_reason],
            Boolean(contract.note) && [t.internal(), contract.note],
          ]}
        />
        {contract.plan.prices ? <PriceFacts prices={contract.plan.prices} /> : <Note>{t.priceByPartner()}</Note>}
        <div className="buttons" data-whole>
          {provider && contract.status !== 'ended' && (
            <Button variant="default" onClick={() => setAsked('edit')}>
              {t.edit()}
            </Button>
          )}
          {provider && contract.status === 'cancelled' && (
            <Button variant="default" onClick={() => void takeBack()}>
              {t.takeBack()}
            </Button>
          )}
          {contract.mine && contract.status === 'active' && may('billing.update') && (
            <Button variant="subtle" color="red" onClick={() => setAsked('cancel')}>
              {t.cancel()}
            </Button>
          )}
        </div>
      </div>
      {asked === 'cancel' && <GiveNotice contract={contract} onClose={() => setAsked(undefined)} />}
      {asked === 'edit' && <ContractForm contract={contract} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

function PriceFacts({ prices }: { prices: Prices }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const money = useMoney()
  const beyond = (included: string, price: string, per: string) =>
    Number(price) === 0 ? t.noLimit() : t.beyond({ included, price: money(price, prices.currency), per })
  return (
    <Facts
      facts={[
        [t.base(), t.perMonth({ price: money(prices.base_fee, prices.currency) })],
        [t.runs(), beyond(formats.number(prices.included_runs), prices.run_price, t.perRuns())],
        [t.records(), beyond(formats.number(prices.included_records), prices.record_price, t.perRecords())],
        [t.storage(), beyond(`${formats.number(prices.included_gb)} GB`, prices.gb_price, t.perGb())],
      ]}
    />
  )
}

function GiveNotice({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [reason, setReason] = useState('')
  const { busy, send, errorAt } = useSubmit(allAt('reason'))
  const give = () =>
    send(async () => {
      await api.post(`${contractsPath}/${contract.id}/cancel`, { reason })
      toast({ title: t.done(), message: t.contract({ number: String(contract.number) }), tone: 'green' })
      await refresh(contractsPath)
      onClose()
    })
  return (
    <Dialog onClose={onClose} title={t.cancelTitle({ number: String(contract.number) })} size={480}>
      <div className={s['form']}>
        <p>{t.cancelText({ date: formats.date(contract.earliest_end) })}</p>
        <Textarea
          label={t.reason()}
          description={t.reasonHelp()}
          rows={3}
          maxLength={2_000}
          value={reason}
          error={errorAt('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="buttons">
          <Button color="red" loading={busy} onClick={() => void give()}>
            {t.cancel()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
