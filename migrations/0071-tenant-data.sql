alter table partners alter api_token set default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
alter table tenants alter api_token set default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

alter table tenants
  add column vat_number text not null default '',
  add column has_vat boolean not null default true,
  add column small_business boolean not null default false,
  add column invoice_email text not null default '',
  add column invoices_by_mail boolean not null default true,
  add column deleting_since timestamptz;

-- A partner looks after the users of his tenants as well.
drop policy scope on users;
create policy scope on users
  using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner() or id = weft_user()
    or (weft_level() = 'partner' and exists (select from tenants t where t.id = users.tenant_id and t.partner_id = weft_partner())))
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner() or id = weft_user()
    or (weft_level() = 'partner' and exists (select from tenants t where t.id = users.tenant_id and t.partner_id = weft_partner())));
