import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Integration } from './api.ts'
import s from './integration-page.module.css'

const texts = defineMessages({
  held: {
    en: '{table} answered without {missing} of {all} rows that are stored here. Nothing was touched: it waits for a person.',
    de: '{table} hat ohne {missing} von {all} hier gespeicherten Zeilen geantwortet. Nichts wurde angerührt: Es wartet auf eine Person.',
  },
  accept: { en: 'They are really gone', de: 'Sie sind wirklich weg' },
  sure: { en: 'Take {n} rows away?', de: '{n} Zeilen wegnehmen?' },
  sureText: {
    en: 'The next run marks or deletes them here, as the table is set. If more should be missing by then, you are asked again.',
    de: 'Der nächste Lauf markiert oder löscht sie hier, wie es für die Tabelle festgelegt ist. Sollten bis dahin mehr fehlen, werden Sie erneut gefragt.',
  },
  action: { en: 'Agree', de: 'Zustimmen' },
  agreed: { en: 'The next run takes them away', de: 'Der nächste Lauf nimmt sie weg' },
})

/** What a source suddenly did not have any more; a person says whether it is to be believed. */
export function HeldRows({ integration }: { integration: Integration }) {
  const t = useTexts(texts)
  const may = useMay()
  const { busy, send } = useSubmit(notifyRest)
  const accept = async (table: string, n: number) => {
    if (!(await confirm({ title: t.sure({ n }), text: t.sureText(), action: t.action(), danger: true }))) return
    await send(async () => {
      await api.post(`/integrations/${integration.id}/accept_vanished`, { table })
      toast({ title: t.agreed(), tone: 'green' })
      await refresh('/integrations')
    })
  }
  return integration.list
    .filter(({ held }) => held !== null)
    .map(({ id, name, held }) => (
      <Note key={id} tone="amber" icon={<IconAlertTriangle size={16} aria-hidden />}>
        <div className={s['held']}>
          <p>{t.held({ table: name, missing: held!.missing, all: held!.all })}</p>
          {may('records.delete') && (
            <Button size="compact-sm" variant="default" loading={busy} onClick={() => void accept(name, held!.missing)}>
              {t.accept()}
            </Button>
          )}
        </div>
      </Note>
    ))
}
