import { Button, Checkbox, Input, Select } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { FieldInput } from '@weft/kit/ui/form/field-input.tsx'
import { useEntries } from '@weft/kit/ui/form/use-entries.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconDice5 } from '@tabler/icons-react'
import { NewStorage } from '../../shared/storage/new-storage.tsx'
import { DocumentsServer } from './documents-server.tsx'
import { draftLabels } from './draft-labels.ts'
import { draftSchemas, type DraftPlace, type useDraft } from './use-draft.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  company: { en: 'Company', de: 'Firma' },
  place: { en: 'Assignment', de: 'Zuordnung' },
  user: { en: 'First user', de: 'Erster Benutzer' },
  tenantUser: { en: 'Becomes the administrator of the tenant.', de: 'Wird Administrator des Mandanten.' },
  partnerUser: {
    en: 'Becomes the administrator of the partner and adds further users.',
    de: 'Wird Administrator des Partners und legt weitere Benutzer an.',
  },
  responsible: { en: 'Contact person at the provider', de: 'Ansprechpartner beim Anbieter' },
  nobody: { en: 'Nobody', de: 'Niemand' },
  invite: { en: 'Send an invitation instead of a password', de: 'Einladung statt eines Passworts senden' },
  partner: { en: 'Partner', de: 'Partner' },
  noPartner: { en: 'None', de: 'Keiner' },
  storage: { en: 'Storage', de: 'Speicher' },
  server: { en: 'Database server', de: 'Datenbankserver' },
  anyServer: { en: 'The least used one', de: 'Der am wenigsten belegte' },
  generate: { en: 'Generate', de: 'Erzeugen' },
})

type Draft = ReturnType<typeof useDraft>

/** The company, where it belongs, its storage and its first user. */
export function DraftForm({ kind, draft }: { kind: AccountKind; draft: Draft }) {
  const t = useTexts(texts)
  const isProvider = useSession((value) => value.user?.kind === 'admin' && value.area === 'admin')
  const { values, errors, change } = draft
  const invited = values.user.password === null
  const storageErrors = Object.fromEntries(
    Object.entries(errors)
      .filter(([place]) => place.startsWith('storage.'))
      .map(([place, said]) => [place.slice('storage.'.length), said]),
  )
  return (
    <div className={s['form']}>
      <section>
        <h3>{t.company()}</h3>
        <div className={s['grid']}>
          <DraftField draft={draft} place="name" span={4} />
          <DraftField draft={draft} place="short" span={2} />
          {kind === 'partner' && <DraftField draft={draft} place="number" span={4} />}
          {kind === 'partner' && <DraftField draft={draft} place="abbreviation" span={2} />}
          <DraftField draft={draft} place="workspace" span={4} />
          <DraftField draft={draft} place="language" span={2} />
        </div>
      </section>
      <section>
        <h3>{t.place()}</h3>
        {isProvider ? (
          <div className={s['grid']}>
            {kind === 'tenant' && (
              <Choice
                label={t.partner()}
                none={t.noPartner()}
                path="/partners"
                value={values.partner_id ?? null}
                error={errors['partner_id']}
                onChange={(id) => change('partner_id', id)}
              />
            )}
            <Choice
              label={t.server()}
              none={t.anyServer()}
              path="/database_servers"
              fits={(server) => 'engine' in server && server.engine !== 'mongodb'}
              value={values.server_id}
              error={errors['server_id']}
              onChange={(id) => change('server_id', id)}
            />
            <DocumentsServer
              value={values.documents_server_id}
              error={errors['documents_server_id']}
              onChange={(id) => change('documents_server_id', id)}
            />
            <Choice
              label={t.responsible()}
              none={t.nobody()}
              path="/users"
              filter={{ 'filter[kind]': 'admin' }}
              value={values.provider_user_id}
              error={errors['provider_user_id']}
              onChange={(id) => change('provider_user_id', id)}
            />
          </div>
        ) : (
          <div className={s['grid']}>
            <DraftField draft={draft} place="engine" span={3} />
          </div>
        )}
      </section>
      <section>
        <h3>{t.storage()}</h3>
        <NewStorage value={values.storage} onChange={(storage) => change('storage', storage)} errors={storageErrors} />
      </section>
      <section>
        <h3>{t.user()}</h3>
        <p>{kind === 'partner' ? t.partnerUser() : t.tenantUser()}</p>
        <div className={s['grid']}>
          <DraftField draft={draft} place="user.salutation" span={3} />
          <DraftField draft={draft} place="user.title" span={3} />
          <DraftField draft={draft} place="user.first_name" span={3} />
          <DraftField draft={draft} place="user.last_name" span={3} />
          <DraftField draft={draft} place="user.email" span={3} />
          {!invited && <DraftField draft={draft} place="user.password" span={3} secret />}
        </div>
        <div className={s['way']}>
          <Checkbox
            label={t.invite()}
            checked={invited}
            onChange={(event) => change('user.password', event.currentTarget.checked ? null : '')}
          />
          {!invited && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDice5 size={14} />}
              onClick={() => change('user.password', generatePassword())}
            >
              {t.generate()}
            </Button>
          )}
        </div>
      </section>
    </div>
  )
}

type DraftFieldProps = { draft: Draft; place: DraftPlace; span: number; secret?: boolean }

/** One field that is typed in, this many of the six columns wide. */
function DraftField({ draft, place, span, secret = false }: DraftFieldProps) {
  const name = place.replace('user.', '')
  return (
    <div style={{ gridColumn: `span ${span}` }}>
      <FieldInput
        name={name}
        place={place.slice(0, place.length - name.length)}
        schema={draftSchemas[place]}
        label={
          place === 'user.password' && draft.passwordRules
            ? { ...draftLabels[place], help: { en: draft.passwordRules, de: draft.passwordRules } }
            : draftLabels[place]
        }
        value={draft.valueAt(place)}
        errors={draft.errors}
        secret={secret}
        result={draft.resultAt(place)}
        onChange={(next) => draft.change(place, next)}
        onBlur={() => draft.leave(place)}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  none: string
  path: '/partners' | '/database_servers' | '/users'
  filter?: Record<string, string>
  /** Which of them may be chosen; all unless said. */
  fits?: (entry: object) => boolean
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

function Choice({ label, none, path, filter, fits = () => true, value, error, onChange }: ChoiceProps) {
  const chosen = value ? [value] : []
  const { entries, cutOff, onSearchChange } = useEntries<ListRow<typeof path>>(path, { query: filter ?? {}, chosen })
  const options = entries
    .filter((entry) => entry.active && fits(entry))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Input.Wrapper label={label} description={cutOff} error={error} style={{ gridColumn: 'span 3' }}>
      <Select
        aria-label={label}
        data={[{ value: '', label: none }, ...options]}
        value={value ?? ''}
        allowDeselect={false}
        searchable={options.length > 8}
        onSearchChange={onSearchChange}
        error={Boolean(error)}
        onChange={(chosen) => onChange(chosen || null)}
      />
    </Input.Wrapper>
  )
}
