-- One transfer per request: made once, so that no request pays for it.
wrk.method = "POST"
wrk.body = '{"amount":"0.000001"}'
wrk.headers["content-type"] = "application/json"
