"""Worlds that the tests share."""
import ploy

FARMER = """<ploy version="1">
  <sensor name="stomach" interval="1"/>
  <blackboard>
    <key name="energy" type="int" initial="3"/>
    <key name="mood" type="decimal" initial="0.5"/>
    <key name="word" type="string" initial="quiet"/>
  </blackboard>
  <domain name="farmer">
    <type name="place" objects="house field"/>
    <symbol name="at" type="place"/>
    <symbol name="hungry" type="bool"/>
    <symbol name="has_bread" type="bool"/>
    <action name="GoTo" duration="1"><param name="place" type="place"/><pre>at != place</pre><effect>at = place</effect></action>
    <action name="Bake" duration="2"><pre>at = house</pre><effect>has_bread</effect></action>
    <action name="Eat"><pre>has_bread</pre><effect>not hungry, not has_bread</effect></action>
    <goal name="BeFed">not hungry</goal>
  </domain>
  <agent name="farmer" domain="farmer" write_effects="true"/>
</ploy>
"""

WORKER = """<ploy version="1">
  <blackboard><key name="count" type="int"/></blackboard>
  <BehaviorTree ID="Worker"><Work/></BehaviorTree>
  <agent name="worker" mind="Worker"/>
</ploy>
"""


def farm(eat=lambda agent: ploy.SUCCESS, **options):
    """A world of farmers who are hungry every few seconds."""
    world = ploy.World(**options)

    @world.sensor("stomach")
    def stomach(agent):
        agent["energy"] -= 1
        agent["hungry"] = agent["energy"] < 0

    def finish(agent, call):
        agent["energy"] = 3
        return eat(agent)

    world.activity("Eat", update=finish)
    world.load_text("farmer.xml", FARMER)
    return world


def workshop(update, **activity):
    """A world with one worker, whose activity is `update`."""
    world = ploy.World()
    world.activity("Work", update=update, **activity)
    world.load_text("worker.xml", WORKER)
    return world, world.create("worker")
