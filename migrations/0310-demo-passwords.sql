-- The demo kept its passwords in clear, the first administrator's among them, and the audit log wrote them down. They are gone from both:
-- the accounts stay, the page of an older demo offers no sign-ins any more, and a new demo keeps its own encrypted.
delete from settings where key in ('first_password', 'demo_sign_ins');
create policy scrub_demo on audit_logs for update using (weft_level() = 'system');
update audit_logs
  set before = case when before ? 'value' then jsonb_set(before, '{value}', '"***"') else before end,
    after = case when after ? 'value' then jsonb_set(after, '{value}', '"***"') else after end
  where entity = 'settings' and entity_id in ('first_password', 'demo_sign_ins');
drop policy scrub_demo on audit_logs;
