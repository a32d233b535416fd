import { api } from '@weft/kit/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { ShownRequest } from '../help/support.tsx'
import { MailDialog } from '../mail-log/mail-dialog.tsx'
import { NoteEditor } from '../notes/note-editor.tsx'
import type { Entry } from './kinds.ts'

/** A mail, note or request of the stream, as it is shown where it is at home. */
export function Opened({ entry: { kind, id }, onClose }: { entry: Entry; onClose: () => void }) {
  if (kind === 'note') return <OneNote id={id} onClose={onClose} />
  if (kind === 'support') return <ShownRequest id={id} onClose={onClose} />
  return <MailDialog path="/mail_logs" id={id} right="jobs.run" onClose={onClose} />
}

function OneNote({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['/notes', id],
    queryFn: ({ signal }) => api.get(`/notes/${id}`, {}, { signal }),
    gcTime: 0,
  })
  return data && <NoteEditor value={data.data} close={onClose} />
}
