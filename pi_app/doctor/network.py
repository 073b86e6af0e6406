"""The way from this table to the phones: an address, and a port that is ours or free."""

from __future__ import annotations

import http.client
import socket
from contextlib import closing

from pi_app.doctor.finding import Fact, Finding, Place, fail, ok, skip, warn
from pi_app.web import address

ASK_S = 3.0


def network(place: Place) -> list[Finding]:
    text = place.words.text
    found = address.interfaces()
    names = ", ".join(f"{i.name} {i.ip}" for i in found)
    best = address.best(found)
    if best is None:
        advice = text("Join a Wi-Fi, or make a hotspot: deploy/hotspot.md.")
        line = text("No network: phones cannot see the scoreboard. The table works without.")
        return [warn("network", line, advice, interfaces=names)]
    where = address.url(best, place.settings.web.port)
    return [ok("network", text("Phones reach this table at {address}.", address=where), interfaces=names)]


def port(place: Place) -> list[Finding]:
    """Free, or held by an evening of ours, which says so."""
    text, web = place.words.text, place.settings.web
    if not web.on:
        return [skip("port", text("The scoreboard is switched off in the settings."))]
    try:
        with closing(socket.socket()) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((web.host, web.port))
    except OSError as error:
        if _is_ours(web.port):
            return [ok("port", text("The scoreboard is running on port {n}.", n=web.port), port=web.port)]
        line = text("Port {n} cannot be used: {why}.", n=web.port, why=error.strerror or "?")
        return [fail("port", line, text("Set another port in the settings."), port=web.port)]
    return [ok("port", text("Port {n} is free for the scoreboard.", n=web.port), port=web.port)]


def broker(place: Place) -> list[Finding]:
    """What tells the page of all tables, where there is one: does it answer at all?"""
    text, mqtt = place.words.text, place.settings.mqtt
    if not mqtt.on:
        return [skip("broker", text("No page of all tables is asked for in the settings."))]
    facts: dict[str, Fact] = {"host": mqtt.host, "port": mqtt.port}
    try:
        socket.create_connection((mqtt.host, mqtt.port), ASK_S).close()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        line = text("The broker {host} does not answer on port {port}: {why}.", why=why, **facts)
        advice = text("The table works without. Is it switched on, and right in the settings ([mqtt])?")
        return [warn("broker", line, advice, **facts)]
    return [ok("broker", text("The broker {host} answers on port {port}.", **facts), **facts)]


def _is_ours(number: int) -> bool:
    with closing(http.client.HTTPConnection("127.0.0.1", number, timeout=ASK_S)) as asked:
        try:
            asked.request("GET", "/api/state")
            answer = asked.getresponse()
            return answer.status == http.HTTPStatus.OK and b'"phase"' in answer.read(100_000)
        except (OSError, http.client.HTTPException):
            return False
