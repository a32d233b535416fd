import { formatsFor } from '@weft/engine/billing/formats.ts'
import { paper } from '@weft/engine/billing/texts.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconCheck, IconDownload, IconFileX, IconMail, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingsPath, invoicesPath } from './account.ts'
import s from './billing.module.css'
import { RecordPayment } from './record-payment.tsx'

const texts = defineMessages({
  from: { en: 'From', de: 'Von' },
  to: { en: 'To', de: 'An' },
  gone: { en: 'This invoice could not be loaded', de: 'Diese Rechnung konnte nicht geladen werden' },
  download: { en: 'Download PDF', de: 'PDF herunterladen' },
  issue: { en: 'Issue invoice', de: 'Rechnung stellen' },
  sureIssue: { en: 'Issue this invoice?', de: 'Diese Rechnung stellen?' },
  issueText: {
    en: 'It gets its number and stays as it is; from then on it can only be cancelled.',
    de: 'Sie erhält ihre Nummer und bleibt, wie sie ist; danach lässt sie sich nur noch stornieren.',
  },
  issued: { en: 'Invoice issued', de: 'Rechnung gestellt' },
  cancel: { en: 'Cancel invoice', de: 'Rechnung stornieren' },
  sureCancel: { en: 'Cancel invoice {number}?', de: 'Rechnung {number} stornieren?' },
  cancelText: {
    en: 'A cancellation with a number of its own takes it back. Then the month can be invoiced again.',
    de: 'Eine Stornorechnung mit eigener Nummer nimmt sie zurück. Danach lässt sich der Monat neu abrechnen.',
  },
  cancelled: { en: 'Invoice cancelled', de: 'Rechnung storniert' },
  send: { en: 'Mail again', de: 'Erneut senden' },
  sent: { en: 'The mail was sent', de: 'Die E-Mail wurde gesendet' },
  kept: {
    en: 'No mail server is set up; the mail stays in the log',
    de: 'Es ist kein Mailserver eingerichtet; die E-Mail bleibt im Protokoll',
  },
  remove: { en: 'Delete draft', de: 'Entwurf löschen' },
  sureRemove: { en: 'Delete this draft?', de: 'Diesen Entwurf löschen?' },
  removeText: {
    en: 'The next run for this month writes it anew.',
    de: 'Der nächste Lauf für diesen Monat schreibt ihn neu.',
  },
  removed: { en: 'Draft deleted', de: 'Entwurf gelöscht' },
  open: { en: 'Still open', de: 'Noch offen' },
  hash: { en: 'Hash (SHA-256)', de: 'Prüfsumme (SHA-256)' },
  wasCancelled: { en: 'This invoice was cancelled.', de: 'Diese Rechnung wurde storniert.' },
})

type Shown = Answer<'GET', `/invoices/${string}`>['data']

/** An invoice as it reads, with its file; the provider issues, cancels and mails it from here. */
export function InvoiceSheet({ id, provider, onClose }: { id: string; provider: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const path = `${invoicesPath}/${id}` as const
  const { data: invoice, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }).then(({ data }) => data),
  })
  const title = invoice
    ? invoice.number === null
      ? paper.draft()
      : invoice.kind === 'invoice'
        ? paper.invoice({ number: invoice.number })
        : paper.cancellation({ number: invoice.number, cancels: invoice.cancels ?? '' })
    : undefined
  return (
    <Dialog onClose={onClose} title={title ? say(title, language) : ''} size={820}>
      {error && <EmptyState title={t.gone()} text={error.message} />}
      {invoice && (
        <div className="stack">
          {invoice.status === 'cancelled' && <Note tone="amber">{t.wasCancelled()}</Note>}
          <Head invoice={invoice} />
          <Lines invoice={invoice} />
          <Actions invoice={invoice} provider={provider} onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

function Head({ invoice }: { invoice: Shown }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { date, money } = formatsFor(language, invoice.currency)
  const read = (message: Message) => say(message, language)
  const { seller, recipient } = invoice
  return (
    <>
      <div className={s['parties']}>
        {(
          [
            ['from', seller],
            ['to', recipient],
          ] as const
        ).map(([key, party]) => (
          <div key={key}>
            <span className="muted">{t[key]()}</span>
            <p>{[party.name, ...party.address, party.vat_number].filter(Boolean).join('\n')}</p>
          </div>
        ))}
      </div>
      <Facts
        facts={[
          [read(paper.period()), `${date(invoice.period)} – ${date(monthEnd(invoice.period))}`],
          invoice.issued_on !== null && [read(paper.date()), date(invoice.issued_on)],
          invoice.due_on !== null && invoice.kind === 'invoice' && [read(paper.due()), date(invoice.due_on)],
          recipient.number !== '' && [read(paper.customer()), recipient.number],
          invoice.status === 'issued' && invoice.kind === 'invoice' && [t.open(), money(invoice.open)],
          invoice.hash !== null && [
            t.hash(),
            <code key="hash" style={{ overflowWrap: 'anywhere', fontSize: 11 }}>
              {invoice.hash}
            </code>,
          ],
        ]}
      />
    </>
  )
}

const monthEnd = (period: string) =>
  new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5, 7)), 0)).toISOString().slice(0, 10)

function Lines({ invoice }: { invoice: Shown }) {
  const language = useLanguage()
  const { date, money, price, number } = formatsFor(language, invoice.currency)
  const read = (message: Message) => say(message, language)
  const per = { base: paper.perMonth, runs: paper.perRuns, records: paper.perRecords, storage: paper.perGb }
  const sums: [string, string, boolean][] = [
    [read(paper.net()), money(invoice.net), false],
    ...invoice.taxes
      .filter(({ rate }) => rate !== '0')
      .map(({ rate, net, tax }): [string, string, boolean] => [
        read(paper.tax({ rate: number(rate), net: money(net) })),
        money(tax),
        false,
      ]),
    [read(paper.gross()), money(invoice.gross), true],
  ]
  return (
    <div className={s['scroll']}>
      <table className={s['lines']}>
        <thead>
          <tr>
            <th scope="col">{read(paper.service())}</th>
            <th scope="col" data-end>
              {read(paper.quantity())}
            </th>
            <th scope="col" data-end>
              {read(paper.price())}
            </th>
            <th scope="col" data-end>
              {read(paper.amount())}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, i) => (
            <tr key={i}>
              <td>
                {read(line.kind === 'base' ? paper.base({ plan: line.plan }) : paper[line.kind]())}
                {line.kind !== 'base' && (
                  <small>{read(paper.used({ used: number(line.used), included: number(line.included) }))}</small>
                )}
                <small>
                  {[
                    read(paper.contract({ number: String(line.contract) })),
                    line.tenant,
                    `${date(line.from)} – ${date(line.to)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </td>
              <td data-end>{number(line.quantity)}</td>
              <td data-end>
                {price(line.price)}
                <small>{read(per[line.kind]())}</small>
              </td>
              <td data-end>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, sum, strong]) => (
            <tr key={label} className={strong ? s['total'] : undefined}>
              <td colSpan={3} data-end>
                {label}
              </td>
              <td data-end>{sum}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {invoice.tax_note !== '' && <p className="muted">{read(paper[invoice.tax_note]())}</p>}
    </div>
  )
}

function Actions({ invoice, provider, onClose }: { invoice: Shown; provider: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const { busy, send } = useSubmit()
  const [paying, setPaying] = useState(false)
  const path = `${invoicesPath}/${invoice.id}` as const
  const name = invoice.number ?? invoice.recipient.name
  const changed = async (title: string, message = name) => {
    toast({ title, message, tone: 'green' })
    await refresh(invoicesPath, path, bookingsPath)
  }
  const issue = () =>
    send(async () => {
      if (!(await confirm({ title: t.sureIssue(), text: t.issueText(), action: t.issue() }))) return
      const { data } = await api.post(`${path}/issue`)
      await changed(t.issued(), data.number ?? name)
    })
  const cancel = () =>
    send(async () => {
      if (
        !(await confirm({
          title: t.sureCancel({ number: name }),
          text: t.cancelText(),
          action: t.cancel(),
          danger: true,
        }))
      )
        return
      const { data } = await api.post(`${path}/cancel`)
      await changed(t.cancelled(), data.number ?? name)
    })
  const mail = () =>
    send(async () => {
      const { data } = await api.post(`${path}/send`, {})
      await changed(data.mail === 'sent' ? t.sent() : t.kept(), data.to)
    })
  const remove = () =>
    send(async () => {
      if (!(await confirm({ title: t.sureRemove(), text: t.removeText(), action: t.remove(), danger: true }))) return
      await api.delete(path)
      await changed(t.removed())
      onClose()
    })
  const icon = { size: 15 }
  return (
    <div className="buttons">
      {provider && invoice.status === 'draft' && may('billing.delete') && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash {...icon} />}
          disabled={busy}
          onClick={() => void remove()}
        >
          {t.remove()}
        </Button>
      )}
      {provider && invoice.status === 'issued' && invoice.kind === 'invoice' && may('billing.publish') && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconFileX {...icon} />}
          disabled={busy}
          onClick={() => void cancel()}
        >
          {t.cancel()}
        </Button>
      )}
      {provider && invoice.status !== 'draft' && may('billing.run') && (
        <Button variant="default" leftSection={<IconMail {...icon} />} disabled={busy} onClick={() => void mail()}>
          {t.send()}
        </Button>
      )}
      {provider && invoice.status === 'issued' && invoice.kind === 'invoice' && may('billing.create') && (
        <RecordPayment
          invoice={invoice}
          open={paying}
          setOpen={setPaying}
          onDone={() => void refresh(invoicesPath, path, bookingsPath)}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconDownload {...icon} />}
        onClick={() => void api.download(`${path}/pdf`, {}, `${invoice.number ?? 'draft'}.pdf`)}
      >
        {t.download()}
      </Button>
      {provider && invoice.status === 'draft' && may('billing.publish') && (
        <Button leftSection={<IconCheck {...icon} />} loading={busy} onClick={() => void issue()}>
          {t.issue()}
        </Button>
      )}
    </div>
  )
}
