import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError, type Item } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { PictureInput } from '@weft/kit/ui/picture-input.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const texts = defineMessages({
  title: { en: 'Logo of invoices', de: 'Logo der Rechnungen' },
  about: { en: 'Stands at the head of every invoice from now on.', de: 'Steht von nun an im Kopf jeder Rechnung.' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  removed: { en: 'Removed', de: 'Entfernt' },
})

const path = '/settings/billing/logo'

/** The picture at the head of invoices, saved as soon as it is chosen. */
export function Logo() {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get<Item<{ picture: string | null }>>(path, {}, { signal }).then(({ data }) => data) })
  const [{ refused, error }, setRefused] = useState<{ refused: number; error?: string }>({ refused: 0 })
  const [busy, setBusy] = useState(false)
  const bring = async (file: File | undefined) => {
    setBusy(true)
    try {
      if (file) {
        const form = new FormData()
        form.append('file', file)
        await api.upload(path, form, undefined, { quiet: true })
      } else await api.delete(path)
      toast({ title: file ? t.saved() : t.removed(), message: t.title(), tone: 'green' })
      setRefused({ refused })
      await queries.invalidateQueries({ queryKey: [path] })
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setRefused({ refused: refused + 1, error: problem.errors['file']?.join(' ') ?? problem.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={t.title()} note={t.about()}>
      <PictureInput key={`${refused}${data?.picture?.length ?? 0}`} label={t.title()} value={data?.picture ?? undefined} error={error} disabled={busy} onPicture={(file) => void bring(file)} />
    </Panel>
  )
}
