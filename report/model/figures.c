#include "report/model/figures.h"

#include "report/plot/plot.h"

const model_figure *model_figures(size_t *n)
{
    static const model_figure figures[] = {
        {"speedup", figure_speedup, figure_plot_height, false, true},
        {"loss", figure_loss, figure_strips_height, false, true},
        {"predicted", figure_predicted, figure_plot_height, true, true},
        {"by-program", figure_by_program, figure_strips_height, true, true},
        {"by-fitted", figure_by_fitted, figure_plot_height, true, true},
        {"coefficients", figure_coefficients, figure_coefficients_height, true, false},
        {"influence", figure_influence, figure_plot_height, true, false},
    };
    *n = sizeof figures / sizeof figures[0];
    return figures;
}

bool model_has_figure(const model_report *report, const model_figure *figure, int output)
{
    if (figure->draw == figure_coefficients)
        return report->model->kind != MODEL_RBF && report->model->kind != MODEL_CHOICE;
    return figure->draw != figure_influence || report->influence[output];
}

size_t model_drawings(const model_report *report, model_drawing drawings[MODEL_DRAWINGS])
{
    size_t n_figures, n = 0;
    const model_figure *figures = model_figures(&n_figures);
    for (size_t i = 0; i < n_figures; i++) {
        const size_t parts = figures[i].by_part ? report->n_parts : 1;
        for (size_t part = 0; part < parts; part++) {
            for (int output = 0; output < (figures[i].by_output ? MODEL_OUTPUTS : 1); output++) {
                if (n < MODEL_DRAWINGS && model_has_figure(report, &figures[i], output))
                    drawings[n++] = (model_drawing){&figures[i], &report->part[part], output};
            }
        }
    }
    return n;
}

double figure_plot_height(const model_report *report, const model_part *part)
{
    (void)report, (void)part;
    return PLOT_HEIGHT;
}
