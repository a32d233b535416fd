import { Button, Select } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useLevelOptions, type Account, type Token } from './api.ts'
import { ExpirySelect, expiresAt, type Expiry } from './expiry.tsx'
import s from './service-accounts.module.css'

const texts = defineMessages({
  title: { en: 'Tokens', de: 'Token' },
  token: { en: 'Token', de: 'Token' },
  state: { en: 'State', de: 'Zustand' },
  active: { en: 'Valid', de: 'Gültig' },
  expired: { en: 'Expired', de: 'Abgelaufen' },
  revoked: { en: 'Revoked', de: 'Widerrufen' },
  until: { en: 'Valid until', de: 'Gültig bis' },
  always: { en: 'until revoked', de: 'bis zum Widerruf' },
  used: { en: 'Last used', de: 'Zuletzt benutzt' },
  never: { en: 'never', de: 'nie' },
  from: { en: '{when} from {address}', de: '{when} von {address}' },
  revoke: { en: 'Revoke', de: 'Widerrufen' },
  revokeNamed: { en: 'Revoke {token}', de: '{token} widerrufen' },
  sure: { en: 'Revoke the token {token}?', de: 'Das Token {token} widerrufen?' },
  sureText: {
    en: 'The next call with it is refused, everywhere. This cannot be undone.',
    de: 'Der nächste Aufruf damit wird überall abgelehnt. Das lässt sich nicht rückgängig machen.',
  },
  done: { en: 'Token revoked', de: 'Token widerrufen' },
  renew: { en: 'New token', de: 'Neues Token' },
  overlap: { en: 'The tokens so far stay valid for', de: 'Die bisherigen Token gelten noch' },
  overlapText: {
    en: 'So that the program can be given the new one without a gap.',
    de: 'Damit das Programm das neue ohne Lücke bekommen kann.',
  },
  notAtAll: { en: 'Not any longer', de: 'Gar nicht mehr' },
  hour: { en: 'One hour', de: 'Eine Stunde' },
  day: { en: 'One day', de: 'Einen Tag' },
  week: { en: 'One week', de: 'Eine Woche' },
  asIs: { en: 'As long as they say', de: 'So lange, wie bei ihnen steht' },
})
const tones: Record<Token['state'], Tone> = { active: 'green', expired: 'slate', revoked: 'red' }

/** The tokens of an account: how they begin, until when they are good, when they were used; renewed and revoked here. */
export function TokensPanel({ account, issued }: { account: Account; issued: (token: string) => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const formats = useFormats()
  const options = useLevelOptions()
  const [isRenewing, setRenewing] = useState(false)
  const revoke = async ({ id, beginning }: Token) => {
    if (
      !(await confirm({
        title: t.sure({ token: `${beginning}…` }),
        text: t.sureText(),
        action: t.revoke(),
        danger: true,
      }))
    )
      return
    await api.post(`/service_accounts/${account.id}/tokens/${id}/revoke`, undefined, { ...options, quiet: false })
    toast({ title: t.done(), message: account.name, tone: 'green' })
    await refresh('/service_accounts')
  }
  return (
    <Panel
      title={t.title()}
      bleed
      actions={
        may('users.update') && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconRefresh size={14} />}
            onClick={() => setRenewing(true)}
          >
            {t.renew()}
          </Button>
        )
      }
    >
      <div className={s['scroll']} tabIndex={0} role="region" aria-label={t.title()}>
        <SmallTable columns={[t.token(), t.state(), t.until(), t.used(), '']}>
          {account.tokens.map((token) => (
            <tr key={token.id}>
              <td>
                <code>{token.beginning}…</code>
              </td>
              <td>
                <StatusDot tone={tones[token.state]}>{t[token.state]()}</StatusDot>
              </td>
              <td>{token.expires_at ? formats.dateTime(token.expires_at) : t.always()}</td>
              <td>
                {token.last_used_at
                  ? t.from({ when: formats.ago(token.last_used_at), address: token.last_used_address })
                  : t.never()}
              </td>
              <td>
                {token.state === 'active' && may('users.update') && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="red"
                    aria-label={t.revokeNamed({ token: token.beginning })}
                    onClick={() => void revoke(token)}
                  >
                    {t.revoke()}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </SmallTable>
      </div>
      {isRenewing && <RenewDialog account={account} issued={issued} onClose={() => setRenewing(false)} />}
    </Panel>
  )
}

type RenewProps = { account: Account; issued: (token: string) => void; onClose: () => void }

function RenewDialog({ account, issued, onClose }: RenewProps) {
  const t = useTexts(texts)
  const options = useLevelOptions()
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [overlap, setOverlap] = useState('24')
  const { busy, send, errorAt } = useSubmit(assignToField('expires_at'))
  const renew = () =>
    send(async () => {
      const body = { expires_at: expiresAt(expiry), overlap_hours: overlap === '' ? null : Number(overlap) }
      const { data } = await api.post(`/service_accounts/${account.id}/tokens`, body, options)
      await refresh('/service_accounts')
      onClose()
      issued(data.token)
    })
  return (
    <Dialog
      title={t.renew()}
      size={460}
      onClose={onClose}
      actions={
        <Button loading={busy} onClick={() => void renew()}>
          {t.renew()}
        </Button>
      }
    >
      <div className={s['fields']}>
        <ExpirySelect value={expiry} onChange={setExpiry} error={errorAt('expires_at')} />
        <Select
          label={t.overlap()}
          description={t.overlapText()}
          allowDeselect={false}
          value={overlap}
          onChange={(value) => setOverlap(value ?? '24')}
          error={errorAt('overlap_hours')}
          data={[
            { value: '0', label: t.notAtAll() },
            { value: '1', label: t.hour() },
            { value: '24', label: t.day() },
            { value: '168', label: t.week() },
            { value: '', label: t.asIs() },
          ]}
        />
      </div>
    </Dialog>
  )
}
