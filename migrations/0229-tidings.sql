-- Clocks are told of what they wait for instead of asking every second.
create function weft_tell_clocks() returns trigger language plpgsql as $$
begin
  perform pg_notify('weft_tidings', tg_table_name);
  return null;
end $$;
create trigger tell_clocks after insert on bulk_actions for each statement execute function weft_tell_clocks();
create trigger tell_clocks after insert on job_undos for each statement execute function weft_tell_clocks();
create trigger tell_clocks after insert or update of status on newsletter_campaigns for each statement execute function weft_tell_clocks();
create trigger tell_clocks after insert on plugin_deliveries for each statement execute function weft_tell_clocks();
