import { ActionIcon, Button, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FilterValues } from '@weft/kit/define/dashboard.ts'
import { mailRhythms, type DashboardMail } from '@weft/kit/define/dashboard-mail.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './dashboards.module.css'

const texts = defineMessages({
  title: { en: 'Send by mail', de: 'Per E-Mail senden' },
  intro: {
    en: 'The dashboard goes out in the message and as PDF, under the filters that are chosen now. Periods such as “4 weeks” move on with the days.',
    de: 'Die Übersicht geht in der Nachricht und als PDF hinaus, mit den jetzt gewählten Filtern. Zeiträume wie „4 Wochen“ wandern mit den Tagen.',
  },
  every: { en: 'How often', de: 'Wie oft' },
  day: { en: 'every day', de: 'täglich' },
  week: { en: 'every week', de: 'wöchentlich' },
  month: { en: 'every month', de: 'monatlich' },
  weekday: { en: 'Weekday', de: 'Wochentag' },
  monthday: { en: 'Day of the month', de: 'Tag des Monats' },
  at: { en: 'At', de: 'Um' },
  zone: { en: 'Time zone', de: 'Zeitzone' },
  recipients: { en: 'Recipients', de: 'Empfänger' },
  recipientsHelp: { en: 'Addresses, each ended by Enter.', de: 'Adressen, jede mit Enter abgeschlossen.' },
  add: { en: 'Add', de: 'Hinzufügen' },
  when: { en: 'Next', de: 'Nächste' },
  to: { en: 'To', de: 'An' },
  sent: { en: 'Last sent', de: 'Zuletzt gesendet' },
  remove: { en: 'Send no more to {names}', de: 'Nicht mehr an {names} senden' },
  close: { en: 'Close', de: 'Schließen' },
})

/** When a dashboard goes out by mail, and to whom. */
export function MailDialog({ id, values, onClose }: { id: string; values: FilterValues; onClose: () => void }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { weekdayTimeIn, ago } = useFormats()
  const { data: mails } = useQuery({
    queryKey: [`/dashboards/${id}/mails`],
    queryFn: async ({ signal }) => (await api.get(`/dashboards/${id}/mails`, {}, { signal })).data,
  })
  const [draft, setDraft] = useState<Omit<DashboardMail, 'values' | 'language'>>(() => ({
    every: 'week',
    day: 1,
    at: '07:30',
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    recipients: [],
  }))
  const { busy, errors, send } = useSubmit(notifyRest)
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const error = (name: string) =>
    errors[name]?.[0] ?? Object.entries(errors).find(([at]) => at.startsWith(`${name}.`))?.[1][0]
  const add = () =>
    send(async () => {
      await api.post(`/dashboards/${id}/mails`, { ...draft, values, language }, { quiet: true })
      await refresh(`/dashboards/${id}/mails`)
      set({ recipients: [] })
    })
  const remove = async (mail: string) => {
    await api.delete(`/dashboards/${id}/mails/${mail}`)
    await refresh(`/dashboards/${id}/mails`)
  }
  const days = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return (
    <Dialog title={t.title()} size={720} onClose={onClose} actions={null} cancel={t.close()}>
      <div className={s['mails']}>
        {mails && mails.length > 0 && (
          <SmallTable columns={[t.when(), t.to(), t.sent(), '']}>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <td>
                  {weekdayTimeIn(new Date(mail.due_at), mail.zone)} ({t[mail.every]()})
                </td>
                <td>{mail.recipients.join(', ')}</td>
                <td>{mail.problem || ago(mail.sent_at)}</td>
                <td>
                  <ActionIcon
                    aria-label={t.remove({ names: mail.recipients.join(', ') })}
                    onClick={() => void remove(mail.id)}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </SmallTable>
        )}
        <p className="muted">{t.intro()}</p>
        <div className={s['two']}>
          <Select
            label={t.every()}
            allowDeselect={false}
            data={mailRhythms.map((value) => ({ value, label: t[value]() }))}
            value={draft.every}
            onChange={(every) => every && set({ every, day: 1 })}
          />
          {draft.every === 'week' && (
            <Select
              label={t.weekday()}
              allowDeselect={false}
              // The 1st of January 2024 was a Monday.
              data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
                value: String(day),
                label: days.format(Date.UTC(2024, 0, day)),
              }))}
              value={String(draft.day)}
              onChange={(day) => set({ day: Number(day) })}
            />
          )}
          {draft.every === 'month' && (
            <NumberInput
              label={t.monthday()}
              min={1}
              max={28}
              value={draft.day}
              error={error('day')}
              onChange={(day) => typeof day === 'number' && set({ day })}
            />
          )}
          <TextInput
            label={t.at()}
            type="time"
            value={draft.at}
            error={error('at')}
            onChange={(event) => set({ at: event.currentTarget.value })}
          />
          <TextInput
            label={t.zone()}
            value={draft.zone}
            error={error('zone')}
            onChange={(event) => set({ zone: event.currentTarget.value })}
          />
        </div>
        <TagsInput
          label={t.recipients()}
          description={t.recipientsHelp()}
          withAsterisk
          acceptValueOnBlur
          splitChars={[',', ';', ' ']}
          value={draft.recipients}
          error={error('recipients')}
          onChange={(recipients) => set({ recipients })}
        />
        <Button loading={busy} onClick={() => void add()}>
          {t.add()}
        </Button>
      </div>
    </Dialog>
  )
}
