-- Definitions and accounts of the migrations around the audit's own.
do $$
declare name text;
begin
  foreach name in array '{authenticators,certificates,contact_persons,countries,granted_ips,leads,partner_references,partner_services,trusted_devices}'::text[] loop
    call weft_audited(name);
  end loop;
end $$;
