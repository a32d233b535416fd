-- Mails of the installation itself (support, sign-in) belong to no tenant; the provider reads them.
alter table mail_logs alter column tenant_id drop not null;
create policy own on mail_logs using (tenant_id is null and weft_level() = 'provider') with check (tenant_id is null and weft_level() = 'provider');
