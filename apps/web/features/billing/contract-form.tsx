import { defineMessages } from '@weft/kit/messages/messages.ts'
import { today } from '@weft/kit/ui/calendar-day.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contractsPath } from './account.ts'
import s from './billing.module.css'
import type { Contract } from './contract.ts'

const texts = defineMessages({
  make: { en: 'Make a contract', de: 'Vertrag anlegen' },
  edit: { en: 'Change contract V-{number}', de: 'Vertrag V-{number} ändern' },
  plan: { en: 'Plan', de: 'Tarif' },
  planHelp: {
    en: 'Holds for every month that is not invoiced yet.',
    de: 'Gilt für jeden Monat, der noch nicht abgerechnet ist.',
  },
  noPlans: { en: 'There are no plans on offer yet.', de: 'Es gibt noch keine Tarife im Angebot.' },
  pays: { en: 'Paid by', de: 'Zahlt' },
  tenant: { en: 'the tenant', de: 'der Mandant' },
  partner: { en: 'the partner', de: 'der Partner' },
  start: { en: 'Begins on', de: 'Beginnt am' },
  term: { en: 'Term (months)', de: 'Laufzeit (Monate)' },
  notice: { en: 'Notice (months)', de: 'Kündigungsfrist (Monate)' },
  note: { en: 'Note', de: 'Notiz' },
  noteHelp: { en: 'Seen by the provider only.', de: 'Sieht nur der Anbieter.' },
  save: { en: 'Save', de: 'Speichern' },
})

type Subject = { tenant_id?: string; partner_id?: string | null }
type Props = { onClose: () => void } & (
  { contract: Contract; subject?: undefined } | { contract?: undefined; subject: Subject }
)

/** Makes or changes a contract: plan, who pays, term and notice. */
export function ContractForm({ contract, subject, onClose }: Props) {
  const t = useTexts(texts)
  const plans = useQuery({
    queryKey: ['/plans', 'choice'],
    queryFn: ({ signal }) => api.get('/plans', { noPagination: true }, { signal }).then(({ data }) => data),
  })
  const tenant_id = contract ? contract.tenant?.id : subject?.tenant_id
  const tenant = useQuery({
    queryKey: [`/clients/${tenant_id}`, 'page'],
    enabled: Boolean(tenant_id),
    queryFn: ({ signal }) => api.get(`/clients/${tenant_id}`, {}, { signal }).then(({ data }) => data),
  })
  const partner_id = tenant_id
    ? (tenant.data?.partner_id ?? null)
    : (contract?.partner?.id ?? subject?.partner_id ?? null)
  const [value, setValue] = useState({
    plan_id: contract?.plan.id ?? '',
    payer: contract ? (contract.partner ? 'partner' : 'tenant') : (undefined as 'partner' | 'tenant' | undefined),
    start_on: contract?.start_on ?? `${today().slice(0, 7)}-01`,
    term_months: contract?.term_months ?? 12,
    notice_months: contract?.notice_months ?? 3,
    note: contract?.note ?? '',
  })
  const { busy, send, errorAt } = useSubmit()
  const payer = value.payer ?? (partner_id ? 'partner' : 'tenant')
  const offered = (plans.data ?? []).filter(({ id, active }) => active || id === value.plan_id)
  const save = () =>
    send(async () => {
      const { plan_id, start_on, term_months, notice_months, note } = value
      const paid = { partner_id: !tenant_id || payer === 'partner' ? partner_id : null }
      if (contract)
        await api.put(`${contractsPath}/${contract.id}`, {
          plan_id,
          term_months,
          notice_months,
          note,
          ...(tenant_id && paid),
        })
      else
        await api.post(contractsPath, {
          ...(tenant_id && { tenant_id }),
          ...paid,
          plan_id,
          start_on,
          term_months,
          notice_months,
          note,
        })
      toastSaved(offered.find(({ id }) => id === plan_id)?.name ?? '')
      await refresh(contractsPath)
      onClose()
    })
  return (
    <Dialog onClose={onClose} title={contract ? t.edit({ number: String(contract.number) }) : t.make()} size={520}>
      <div className={s['form']}>
        <Select
          label={t.plan()}
          description={contract && t.planHelp()}
          required
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={value.plan_id || null}
          error={errorAt('plan_id')}
          nothingFoundMessage={t.noPlans()}
          onChange={(plan_id) => setValue({ ...value, plan_id: plan_id ?? '' })}
        />
        {tenant_id && partner_id && (
          <Select
            label={t.pays()}
            allowDeselect={false}
            data={[
              { value: 'partner', label: t.partner() },
              { value: 'tenant', label: t.tenant() },
            ]}
            value={payer}
            error={errorAt('partner_id')}
            onChange={(next) => setValue({ ...value, payer: next as 'partner' | 'tenant' })}
          />
        )}
        {!contract && (
          <TextInput
            type="date"
            label={t.start()}
            required
            value={value.start_on}
            error={errorAt('start_on')}
            onChange={(event) => setValue({ ...value, start_on: event.currentTarget.value })}
          />
        )}
        <NumberInput
          label={t.term()}
          min={1}
          max={60}
          value={value.term_months}
          error={errorAt('term_months')}
          onChange={(next) => setValue({ ...value, term_months: Number(next) })}
        />
        <NumberInput
          label={t.notice()}
          min={0}
          max={12}
          value={value.notice_months}
          error={errorAt('notice_months')}
          onChange={(next) => setValue({ ...value, notice_months: Number(next) })}
        />
        <Textarea
          label={t.note()}
          description={t.noteHelp()}
          rows={2}
          maxLength={2_000}
          value={value.note}
          onChange={(event) => setValue({ ...value, note: event.currentTarget.value })}
        />
        <div className="buttons">
          <Button loading={busy} disabled={value.plan_id === ''} onClick={() => void save()}>
            {t.save()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
