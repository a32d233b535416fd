import type { Tone } from '@weft/kit/ui/bits.tsx'

export type MailStatus = 'kept' | 'sent' | 'failed'
export type Mail = {
  id: string
  title: string
  status: MailStatus
  recipient: string
  sender: string
  class_name: string
  language: string
  error: string | null
  masked: boolean
  job_id: string | null
  workflow_id: string | null
  workflow: string | null
  resent_from: string | null
  created_at: string
  updated_at: string
}
export type WholeMail = Mail & { body: string; html: string; parameters: Record<string, unknown>; dialogue: string }

export const tones: Record<MailStatus, Tone> = { kept: 'amber', sent: 'green', failed: 'red' }
