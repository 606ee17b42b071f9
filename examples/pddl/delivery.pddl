; Trucks deliver packages; driving costs what the map says. `ploy plan delivery.pddl delivery_problem.pddl`
(define (domain delivery)
  (:requirements :typing :action-costs)
  (:types place truck package)
  (:predicates
    (at ?t - truck ?p - place)
    (lies ?k - package ?p - place)
    (loaded ?k - package ?t - truck)
    (road ?a ?b - place))
  (:functions (total-cost) - number (length ?a ?b - place) - number)

  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (road ?from ?to))
    :effect (and (at ?t ?to) (not (at ?t ?from)) (increase (total-cost) (length ?from ?to))))

  (:action load
    :parameters (?k - package ?t - truck ?p - place)
    :precondition (and (lies ?k ?p) (at ?t ?p))
    :effect (and (loaded ?k ?t) (not (lies ?k ?p)) (increase (total-cost) 1)))

  (:action unload
    :parameters (?k - package ?t - truck ?p - place)
    :precondition (and (loaded ?k ?t) (at ?t ?p))
    :effect (and (lies ?k ?p) (not (loaded ?k ?t)) (increase (total-cost) 1))))
